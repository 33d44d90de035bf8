import type { INode } from 'n8n-workflow';

import type { WorkflowDocument } from '../../scripts/n8n/client';
import { chain, node } from '../../test/e2e/support/workflow';
import type { Figure } from '../figures';
import { httpRequest, ours, type Workbench } from '../Workbench';

/** A twentieth of what jobs take, so that nobody waits for a quarter of an hour. */
const SCALE = 1 / 20;
const SHORTEST_MS = 1_000 * SCALE;
/** What loops of workflows wait between two looks, and other packages too. */
const SIMPLE_INTERVAL_S = 5 * SCALE;

/** Spread evenly over three orders of magnitude, in an order that is mixed but always the same. */
function lengthsOf(jobs: number, longestMs: number): number[] {
	return Array.from({ length: jobs }, (_, n) => {
		const share = ((n * 79) % jobs) / (jobs - 1);
		return Math.round(SHORTEST_MS * (longestMs / SHORTEST_MS) ** share);
	});
}

export async function jobs(bench: Workbench, count: number, longestMs: number): Promise<Figure[]> {
	const lengths = lengthsOf(count, longestMs);
	const items = lengths.map((lengthMs) => ({ lengthMs }));
	const waited = await bench.run(
		'jobs',
		() => [
			ours('socialBackgroundCheck', {
				resource: 'screening',
				operation: 'submitAndWait',
				bodyMode: 'input',
				options: { pollInterval: 1 * SCALE, maxWait: 600 },
			}),
		],
		items,
	);
	const loop = await bench.run('jobs', (url) => loopDocument(url, items), items);
	const longest = Math.max(...lengths);
	// One after the other, each looked at every few seconds until it has ended.
	const oneByOne = lengths
		.map((ms) => Math.ceil(ms / (SIMPLE_INTERVAL_S * 1_000)) * SIMPLE_INTERVAL_S * 1_000)
		.reduce((sum, ms) => sum + ms, 0);
	const group = `${count} jobs, lengths over three orders of magnitude`;
	const against = 'the longest job';
	return [
		{
			id: 'jobs.wall',
			group,
			label: 'Submit and Wait: time',
			value: waited.ms / longest,
			unit: 'x',
			against,
			goal: { most: 1.05 },
		},
		{
			id: 'jobs.looks',
			group,
			label: 'Submit and Wait: looks',
			value: waited.looks / count,
			unit: 'per job',
			goal: { most: 28 },
		},
		{
			id: 'jobs.loop.wall',
			group,
			label: 'HTTP Request, Wait and IF in a loop: time',
			value: loop.ms / longest,
			unit: 'x',
			against,
		},
		{
			id: 'jobs.loop.looks',
			group,
			label: 'HTTP Request, Wait and IF in a loop: looks',
			value: loop.looks / count,
			unit: 'per job',
		},
		{
			id: 'jobs.oneByOne.wall',
			group,
			label: 'item by item (reckoned): time',
			value: oneByOne / longest,
			unit: 'x',
			against,
		},
	];
}

/** Submit all; then wait, look at those that go on, and again. */
function loopDocument(url: string, items: Array<{ lengthMs: number }>): WorkflowDocument {
	const nodes: INode[] = [
		httpRequest(
			{
				method: 'POST',
				url: `${url}/screening`,
				sendBody: true,
				specifyBody: 'json',
				jsonBody: '={{ JSON.stringify({ lengthMs: $json.lengthMs }) }}',
			},
			'Submit',
		),
		node('Wait', 'n8n-nodes-base.wait', { amount: SIMPLE_INTERVAL_S }, { typeVersion: 1.1 }),
		httpRequest({ url: `=${url}/screening/{{ $json.id }}` }, 'Look'),
		node(
			'Ended?',
			'n8n-nodes-base.if',
			{
				conditions: {
					options: { caseSensitive: true, leftValue: '', typeValidation: 'strict', version: 2 },
					conditions: [
						{
							id: '1',
							leftValue: '={{ $json.status }}',
							rightValue: 'done',
							operator: { type: 'string', operation: 'equals' },
						},
					],
					combinator: 'and',
				},
				options: {},
			},
			{ typeVersion: 2.2 },
		),
	];
	const document = chain('Loop', nodes, items);
	const wait = { node: 'Wait', type: 'main' as const, index: 0 };
	return {
		...document,
		connections: { ...document.connections, 'Ended?': { main: [[], [wait]] } },
	};
}
