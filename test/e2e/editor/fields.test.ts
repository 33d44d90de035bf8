import { setTimeout as sleep } from 'node:timers/promises';

import { useEditor } from '../support/browser';
import { useBench } from '../support/service';
import { chain, ours } from '../../../verify/harness/workflow';

const bench = useBench();

const editor = useEditor();

const NAME = 'Search creators';

async function openSearch(keyword?: string): Promise<void> {
	const parameters = { resource: 'creator', operation: 'search', ...(keyword && { keyword }) };
	const node = { ...ours('creatorSearch', parameters, bench.credential), name: NAME };
	const { id } = await bench.n8n.createWorkflow(chain('Fields', [node]));
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

it('a search keeps the fields that it shares with an export, and sends each under its own name', async () => {
	await openSearch();
	await editor.fill('keyword', 'pets');
	await editor.fill('followerCountMin', '10000');
	await editor.addOption('More Fields', 'Creator Location');
	await editor.pick('creatorLocations', 'germ', 'Germany - country', 'picker');
	await editor.addOption('More Fields', 'Creator Language');
	await editor.pick('creatorLanguageCode', 'french', 'French - fr');
	await editor.addOption('More Fields', 'Sort By');
	await editor.choose('sortByField', 'Follower Count');
	await editor.addOption('More Fields', 'Maximum Followers');
	await editor.fill('followerCountMax', '90000');
	await editor.executeStep();
	expect(await sent('/discovery')).toEqual({
		keyword: 'pets',
		creator_locations: [expect.stringMatching(/^loc_/) as unknown],
		follower_count: { min: 10_000, max: 90_000 },
		creator_language: { code: 'fr' },
		sort_by: { field: 'FOLLOWER_COUNT' },
	});
	await editor.screenshot('fields');

	await editor.choose('resource', 'Creator Export');
	expect(await editor.labels()).toEqual(
		expect.arrayContaining(['Keyword', 'Maximum Followers', 'Max Wait (Seconds)']),
	);
	await editor.executeStep();
	expect(await sent('/discovery-export')).toEqual({
		keyword: 'pets',
		creator_locations: [expect.stringMatching(/^loc_/) as unknown],
		follower_count: { max: 90_000 },
		creator_language: { code: 'fr' },
		sort_by: { field: 'FOLLOWER_COUNT' },
	});

	await editor.choose('resource', 'Contact');
	await editor.fill('identifier', bench.sample.creator.username);
	await editor.executeStep();
	expect(await sent('/contact-info')).toEqual({ identifier: bench.sample.creator.username });
});

it('options are listed individually or in groups that open at once', async () => {
	await openSearch('pets');
	expect(await editor.options('Options')).toEqual([
		'HTML Report',
		'Dry Run',
		'Max Paid Requests',
		'Skip Already Processed',
		'Processed Key',
		'Output Fields',
		'Explain Recognition',
		'Requests',
		'Recognition',
	]);
	await editor.addOption('Options', 'Requests');
	await editor.test('parameter-input-maxConcurrency').waitFor();
	expect(await editor.labels()).toEqual(
		expect.arrayContaining(['Response Format', 'Max Concurrency', 'Timeout (Seconds)']),
	);
	// It is on as soon as it is added.
	await editor.addOption('Options', 'Dry Run');
	bench.sandbox.log.clear();
	await editor.executeStep();
	await editor.test('output-panel').getByText('[token removed]').first().waitFor();
	expect(bench.sandbox.log.count()).toBe(0);
	await editor.test('parameter-input-dryRun').scrollIntoViewIfNeeded();
	await editor.screenshot('dry-run');
});
