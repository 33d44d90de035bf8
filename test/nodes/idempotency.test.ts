import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { CreatorSearch } from '../../nodes/CreatorSearch/CreatorSearch.node';
import { SocialBackgroundCheck } from '../../nodes/SocialBackgroundCheck/SocialBackgroundCheck.node';
import { startSandbox, type FaultRule, type Sandbox } from '../../sandbox';
import { runNode, type RunNodeOptions } from '../engine/engine';
import { useVirtualClock } from '../support/virtualClock';

useVirtualClock();
let sandbox: Sandbox;

beforeEach(async () => {
	sandbox = await startSandbox({ creators: 50, durations: { screening: 10 } });
	jest.spyOn(Math, 'random').mockReturnValue(0);
});
afterEach(async () => {
	jest.restoreAllMocks();
	await sandbox.close();
});

const HEADER = 'Idempotency-Key';
const URLS = ['https://photo.example/ada', 'https://photo.example/bob', 'https://photo.example/cy'];
const items = URLS.map((url) => ({ json: { url } }));

const call: INodeParameters = {
	resource: 'contact',
	operation: 'get',
	bodyMode: 'json',
	bodyJson: '={{ { identifier: $json.url } }}',
};
const search: INodeParameters = {
	resource: 'creator',
	operation: 'search',
	limit: 30,
	bodyMode: 'json',
	// The sandbox ignores it. Equal requests would be sent once.
	bodyJson: '={{ { note: $json.url } }}',
};
const screening = (operation: string): INodeParameters => ({
	resource: 'screening',
	operation,
	bodyMode: 'json',
	bodyJson: '={{ { profile_url: $json.url } }}',
	options: { pollInterval: 0.05 },
});

const run = async (
	parameters: INodeParameters,
	more: Partial<RunNodeOptions> = {},
	options: INodeParameters = { idempotencyHeader: HEADER },
) =>
	await runNode({
		node: parameters.resource === 'screening' ? new SocialBackgroundCheck() : new CreatorSearch(),
		items,
		credentials: { baseUrl: sandbox.url, apiToken: sandbox.token },
		...more,
		parameters: {
			...parameters,
			options: { ...(parameters.options as INodeParameters), ...options },
		},
	});

const posts = () => sandbox.log.find({ method: 'POST' });
const keys = () => posts().map(({ headers }) => headers[HEADER.toLowerCase()]);
const carriedOut = () =>
	posts().filter(({ answer, isReplay }) => answer !== undefined && !isReplay);

const OPERATIONS: Array<[string, INodeParameters, number]> = [
	['a call', call, 3],
	['a list of two pages', search, 6],
	['Submit', screening('submit'), 3],
	['Submit and Wait', screening('submitAndWait'), 3],
];
const LOST: Array<[string, FaultRule]> = [
	['was carried out', { kind: 'resetAfter', method: 'POST', times: 2 }],
	['was cut off', { kind: 'truncate', method: 'POST', times: 2 }],
	['broke', { kind: 'cutOff', method: 'POST', times: 2 }],
];

describe.each(OPERATIONS)('%s', (_, parameters, paid) => {
	it.each(LOST)('gets a response that was lost after the request %s', async (__, fault) => {
		sandbox.faults.add(fault);
		const { error, json } = await run(parameters);
		expect(error).toBeUndefined();
		expect(json.length).toBeGreaterThanOrEqual(3);
		expect(posts()).toHaveLength(paid + 2);
		expect(carriedOut()).toHaveLength(paid);
		expect(new Set(keys()).size).toBe(paid);
	});
});

it('is not sent unless the user names a header, and never with a read', async () => {
	await run(call, {}, {});
	expect(keys()).toEqual([undefined, undefined, undefined]);
	await run(screening('submitAndWait'));
	const reads = sandbox.log.find({ method: 'GET' });
	expect(reads.length).toBeGreaterThan(0);
	expect(reads.every(({ headers }) => !(HEADER.toLowerCase() in headers))).toBe(true);
});

it('differs from execution to execution', async () => {
	await run(call);
	await run(call);
	expect(new Set(keys()).size).toBe(6);
});

it('is shown by a dry run if it follows the Processed Key, as no other is known before', async () => {
	const shown = async (options: INodeParameters) => {
		const { json } = await run(call, {}, { idempotencyHeader: HEADER, dryRun: true, ...options });
		return (json as Array<{ request: { headers: IDataObject } }>).map(
			({ request: { headers } }) => headers[HEADER],
		);
	};
	expect(new Set(await shown({}))).toEqual(new Set(['(a new key for each request)']));
	const processedKey = '={{ $json.url }}';
	const before = await shown({ processedKey });
	expect(posts()).toEqual([]);
	await run(call, {}, { idempotencyHeader: HEADER, processedKey });
	expect(new Set(before)).toEqual(new Set(keys()));
});
