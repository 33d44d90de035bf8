import type { IDataObject, INodeParameters } from 'n8n-workflow';

import type { Sample } from '../../../sandbox/routes/sample';
import { useBench } from '../support/service';
import { chain, execute, fields, items, ours } from '../../../verify/harness/workflow';

const bench = useBench();

const QUICK = { options: { pollInterval: 0.2 } };

interface Case {
	node: string;
	parameters: INodeParameters;
	body?: (sample: Sample) => IDataObject;
	shows: IDataObject;
}

const cases: Case[] = [
	{
		node: 'creatorSearch',
		parameters: { resource: 'creator', operation: 'search', limit: 7 },
		body: () => ({ 'follower_count.min': 50_000 }),
		shows: { platform_username: expect.any(String), follower_count: expect.any(Number) },
	},
	{
		node: 'socialBackgroundCheck',
		parameters: { resource: 'screening', operation: 'submitAndWait', ...QUICK },
		body: ({ creator }) => ({ profile_url: creator.url }),
		shows: {
			job: expect.objectContaining({ type: 'screening', state: 'finished' }),
			report_summary: expect.any(Object),
		},
	},
	{
		node: 'contentAndComments',
		parameters: { resource: 'contentFetch', operation: 'submitAndWait', limit: 3, ...QUICK },
		body: ({ creator }) => ({ profile_url: creator.url }),
		shows: { job: expect.objectContaining({ type: 'contentFetch', state: 'finished' }) },
	},
	{
		node: 'purchaseIntent',
		parameters: {
			resource: 'analysis',
			operation: 'submitAndWait',
			options: { ...QUICK.options, includeComments: true },
		},
		body: ({ creator }) => ({ profile_url: creator.url }),
		shows: {
			job: expect.objectContaining({ type: 'purchaseIntent', state: 'finished' }),
			comments: expect.any(Array),
		},
	},
	{
		node: 'commentsRelevance',
		parameters: { resource: 'analysis', operation: 'submitAndWait', ...QUICK },
		body: ({ content }) => ({ content_url: content.url }),
		shows: {
			job: expect.objectContaining({ type: 'commentsRelevance', state: 'finished' }),
			report_information: expect.any(Object),
		},
	},
	{
		node: 'socialListening',
		parameters: { resource: 'request', operation: 'submitAndWait', limit: 5, ...QUICK },
		body: () => ({ keyword: 'Strideon', items_limit: 20 }),
		shows: {
			job: expect.objectContaining({ type: 'socialListening', state: 'finished' }),
			sentiment: expect.any(String),
		},
	},
];

it.each(cases)('$node runs', async ({ node, parameters, body, shows }) => {
	const bodyFields = body && { bodyFields: fields(body(bench.sample)) };
	const execution = await execute(
		bench.n8n,
		chain(`Run ${node}`, [ours(node, { ...parameters, ...bodyFields }, bench.credential)]),
	);
	expect(execution.data.resultData.error).toBeUndefined();
	const shown = items(execution, node);
	expect(shown.length).toBeGreaterThan(0);
	expect(shown[0]).toEqual(expect.objectContaining(shows));
});
