import { setTimeout as sleep } from 'node:timers/promises';

import type { IDataObject } from 'n8n-workflow';

import { Editor } from '../support/browser';
import { useBench } from '../support/service';
import { chain, ours } from '../../../verify/harness/workflow';

const bench = useBench();

let editor: Editor;

beforeAll(async () => {
	editor = await Editor.open();
});

afterAll(async () => await editor.close());

const NAME = 'Creators';

async function openNode(
	type: string,
	parameters: Parameters<typeof ours>[1],
	items?: IDataObject[],
): Promise<void> {
	const node = { ...ours(type, parameters, bench.credential), name: NAME };
	const { id } = await bench.n8n.createWorkflow(chain('Fields', [node], items));
	await editor.openWorkflow(id);
	await editor.openNode(NAME);
}

/** The body of the next request: what an earlier run left in the output does not tell that this one is over. */
async function sent(path: string): Promise<unknown> {
	for (let left = 3_000; left > 0; left--) {
		const [request] = bench.sandbox.log.find({ method: 'POST', path }).slice(-1);
		if (typeof request?.status === 'number') return request.body;
		await sleep(100);
	}
	return undefined;
}

it('a search keeps its filters as an export, and sends nothing of them as anything else', async () => {
	await openNode('creatorSearch', { resource: 'creator', operation: 'search' });
	await editor.pick('entry', 'germ', 'Germany - country');
	await editor.addOption('More Fields', 'Minimum Followers');
	await editor.fill('followerCountMin', '10000');
	await editor.addOption('More Fields', 'Creator Language');
	await editor.pick('creatorLanguageCode', 'french', 'French - fr');
	await editor.addOption('More Fields', 'Sort By');
	await editor.executeStep();
	const filters = {
		creator_locations: [expect.stringMatching(/^loc_/) as unknown],
		follower_count: { min: 10_000 },
		creator_language: { code: 'fr' },
		sort_by: { field: 'FOLLOWER_COUNT' },
	};
	expect(await sent('/discovery')).toEqual(filters);
	await editor.screenshot('fields');

	await editor.choose('resource', 'Creator Export');
	expect(await editor.labels()).toEqual(
		expect.arrayContaining(['Creator Locations', 'Minimum Followers', 'Max Wait']),
	);
	await editor.executeStep();
	expect(await sent('/discovery-export')).toEqual(filters);

	await editor.choose('resource', 'Contact');
	await editor.enter('identifier', bench.sample.creator.username);
	await editor.executeStep();
	expect(await sent('/contact-info')).toEqual({ identifier: bench.sample.creator.username });
});

it('options stand alone or in groups that open at once', async () => {
	await openNode('creatorSearch', { resource: 'creator', operation: 'search' });
	expect(await editor.options('Options')).toEqual([
		'Dry Run',
		'Explain Recognition',
		'Output Fields',
		'Recognition',
		'Report',
		'Requests',
		'Split Rows',
	]);
	await editor.addOption('Options', 'Split Rows');
	await editor.choose('splitRows', 'Whole Response');
	expect(await editor.executeStep()).toMatch(/\b1 item\b/);

	await editor.addOption('Options', 'Requests');
	expect(await editor.labels()).toEqual(
		expect.arrayContaining(['Response Format', 'Max Concurrency', 'Timeout']),
	);
	await editor.addOption('Options', 'Dry Run');
	await editor.turnOn('dryRun');
	bench.sandbox.log.clear();
	await editor.executeStep();
	await editor.test('output-panel').getByText('[token removed]').first().waitFor();
	expect(bench.sandbox.log.count()).toBe(0);
	await editor.screenshot('dry-run');
});

it('the ID is that of the job in the input', async () => {
	const items = [{ job: { id: 'job-of-the-input' } }];
	await openNode('socialBackgroundCheck', { resource: 'screening', operation: 'get' }, items);
	expect(await editor.test('parameter-input-id').innerText()).toContain('$json.job.id');
	await editor.executeStep();
	expect(bench.sandbox.log.last({ method: 'GET' })?.path).toBe('/screening/job-of-the-input');
});
