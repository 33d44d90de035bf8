import { readFileSync } from 'node:fs';

import { chosenSettings } from '../../../verify/harness/settings';
import { until } from '../../../verify/harness/time';
import { chain, errorOf, execute, items, node, ours } from '../../../verify/harness/workflow';
import { instance } from '../support/instance';
import { useBench } from '../support/service';

const bench = useBench({ creators: 300 });
const { env, mode } = chosenSettings();

const code = (name: string, jsCode: string) =>
	node(name, 'n8n-nodes-base.code', { jsCode }, { typeVersion: 2 });

it('our node reads items from a Code node and passes all pages of a list to the next one', async () => {
	const search = {
		resource: 'creator',
		operation: 'search',
		returnAll: true,
		bodyMode: 'json',
		bodyJson: '={{ JSON.stringify({ follower_count: { min: $json.least } }) }}',
	};
	const execution = await execute(
		bench.n8n,
		chain('Code', [
			code('Before', 'return [{ json: { least: 1 } }];'),
			ours('creatorSearch', search, bench.credential),
			code(
				'After',
				'return [{ json: { count: $input.all().length, from: $("Before").first().json.least } }];',
			),
		]),
	);
	expect(errorIn(execution)).toBeUndefined();
	const found = items(execution, 'creatorSearch').length;
	expect(bench.sandbox.log.count({ path: '/discovery' })).toBeGreaterThan(1);
	expect(items(execution, 'After')).toEqual([{ count: found, from: 1 }]);
});

const errorIn = ({ data }: { data: { resultData: { error?: unknown } } }) => data.resultData.error;

it('a report is stored where n8n stores files, and the next node reads it', async () => {
	const search = { resource: 'creator', operation: 'search', limit: 3, followerCountMin: 1 };
	const execution = await execute(
		bench.n8n,
		chain('File', [
			ours('creatorSearch', search, bench.credential),
			{
				...ours('creatorSearch', { resource: 'report', operation: 'create' }, bench.credential),
				name: 'Report',
			},
			node('Read', 'n8n-nodes-base.extractFromFile', {
				operation: 'text',
				binaryPropertyName: 'report',
				options: {},
			}),
		]),
	);
	expect(errorIn(execution)).toBeUndefined();
	const [{ data: html }] = items(execution, 'Read');
	expect(html).toMatch(/^<!doctype html>/i);
	const [item] = execution.data.resultData.runData.Report[0].data?.main[0] ?? [];
	const stored = 'N8N_DEFAULT_BINARY_DATA_MODE' in env && env.N8N_DEFAULT_BINARY_DATA_MODE;
	if (stored) expect(item?.binary?.report.id).toMatch(new RegExp(`^${stored}`));
});

(mode === 'queue' ? it : it.skip)('a manual execution runs on a worker', async () => {
	const languages = { resource: 'dictionary', operation: 'getLanguages' };
	const { id } = await execute(
		bench.n8n,
		chain('Worker', [ours('creatorSearch', languages, bench.credential)]),
	);
	const started = `Worker started execution ${id} (job `;
	await until(() =>
		instance().workerLogs.some((file) => readFileSync(file, 'utf8').includes(started)),
	);
});

('N8N_SSRF_PROTECTION_ENABLED' in env ? describe : describe.skip)('SSRF protection', () => {
	/** Private, and not among those that are allowed. */
	const elsewhere = 'http://10.1.2.3:8080';

	it('blocks a private address, and the error names the settings that allow it', async () => {
		const credential = await bench.n8n.createCredential({
			name: 'Private',
			type: 'creatorIntelligenceApi',
			data: { baseUrl: elsewhere, apiToken: 'secret' },
		});
		const languages = { resource: 'dictionary', operation: 'getLanguages' };
		const execution = await execute(
			bench.n8n,
			chain('Blocked', [ours('creatorSearch', languages, credential)]),
		);
		expect(errorOf(execution).description).toMatch(
			/N8N_SSRF_ALLOWED_HOSTNAMES or N8N_SSRF_ALLOWED_IP_RANGES/,
		);
		const test = { ...credential, data: { baseUrl: elsewhere, apiToken: 'secret' } };
		const { status, message } = await bench.n8n.testCredential(test);
		expect({ status, message }).toEqual({
			status: 'Error',
			message: expect.stringContaining('N8N_SSRF_ALLOWED_IP_RANGES'),
		});
	});
});
