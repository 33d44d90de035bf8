import type { INodeParameters } from 'n8n-workflow';

import { readContract } from '../../nodes/shared/plan/parse';
import type { Call } from '../../nodes/shared/ledger/Call';
import { prepare, readOptions } from '../../nodes/shared/node/prepare';
import type { Settings } from '../../nodes/shared/settings/readSettings';
import { Transport } from '../../nodes/shared/transport/Transport';
import { inNode, type Chosen, type Entered } from './inNode';
import { queryOf, rows } from './parameters';

const SUBMIT = { node: 'socialBackgroundCheck', resource: 'screening', operation: 'submit' };
const WAIT = { ...SUBMIT, operation: 'submitAndWait' };
const GET = { ...SUBMIT, operation: 'get' };
const REPORT = { ...SUBMIT, operation: 'generateReport' };
const PROFILE = { node: 'creatorSearch', resource: 'profile', operation: 'get' };
const SEARCH = { ...PROFILE, resource: 'creator', operation: 'search' };

describe('Options', () => {
	const inputs = [{ key: '1' }, { key: '2' }];
	const read = async (parameters: INodeParameters, chosen: Chosen = WAIT): Promise<Settings[]> =>
		await inNode(chosen, { parameters, inputs }, (context, operation) =>
			inputs.map((_, index) => readOptions(context, index, operation)),
		);

	it('with an expression are read for each item', async () => {
		const options = { skipProcessed: true, processedKey: '={{ $json.key }}' };
		const found = await read({ options });
		expect(found.map(({ processedKey }) => processedKey)).toEqual(['1', '2']);
		const waits = await read({ maxWait: '={{ Number($json.key) }}', options: {} });
		expect(waits.map(({ maxWaitMs }) => maxWaitMs)).toEqual([1_000, 2_000]);
	});

	it('without an expression are read once for all items', async () => {
		const [first, second] = await read({ options: { maxPaidRequests: 5 }, maxWait: 7 });
		expect(first).toMatchObject({ maxPaidRequests: 5, maxWaitMs: 7_000 });
		expect(second).toBe(first);
	});

	it('have the defaults of the operation', async () => {
		expect((await read({}, REPORT))[0].downloadFile).toBe(true);
		expect((await read({}, SEARCH))[0].downloadFile).toBe(false);
	});
});

describe('an item', () => {
	interface Made extends Entered {
		/** Names of fields in the contract. */
		fields?: Record<string, string>;
		index?: number;
	}

	const made = async (
		chosen: Chosen,
		parameters: INodeParameters,
		{ fields, index = 0, ...entered }: Made = {},
	): Promise<Call> =>
		await inNode(chosen, { parameters, ...entered }, (context, operation) => {
			const { method, path } = operation.endpoint;
			const endpoints = { [`${method} ${path}`]: { fields } };
			const responseContract = JSON.stringify({ version: 1, endpoints });
			return prepare({
				context,
				operation,
				idLabel: 'Screening ID',
				index,
				connection: {
					baseUrl: 'https://api.example.com',
					transport: new Transport(async () => await Promise.reject(new Error('Not used'))),
					redact: (text) => text,
					tokenAdvice: '',
					contract: fields === undefined ? undefined : readContract({ responseContract }),
				},
			});
		});
	const rejection = (message: string) => ({
		details: { kind: 'input', message: expect.stringContaining(message) },
	});
	const query = rows({ lang: 'de' });
	const url = 'https://network.example/@a';

	it('sends the query with the request, or with the request for the result', async () => {
		const parameters = { profileUrl: url, moreFields: { query } };
		const sent = [{ name: 'lang', value: 'de' }];
		const submitted = await made(SUBMIT, parameters);
		expect(submitted.draft).toMatchObject({ query: sent, body: { profile_url: url } });
		const waiting = await made(WAIT, parameters);
		expect([waiting.draft.query, waiting.resultQuery]).toMatchObject([[], sent]);
	});

	it('of a GET has its fields in the query, before the entered ones, and no body', async () => {
		const { draft } = await made(PROFILE, { identifier: 'ada', ...queryOf({ lang: 'de' }) });
		expect(draft.query).toMatchObject([
			{ name: 'identifier', value: 'ada' },
			{ name: 'lang', value: 'de' },
		]);
		expect(draft.body).toBeUndefined();
	});

	it.each([SUBMIT, WAIT])('has names in its query that can be sent: $operation', async (chosen) => {
		const wrong = rows(Object.fromEntries([['constructor', 'x']]));
		const parameters = { profileUrl: url, moreFields: { query: wrong } };
		await expect(made(chosen, parameters)).rejects.toMatchObject(rejection('is not allowed'));
	});

	it('has the other fields that the user adds, while they are shown', async () => {
		const bodyFields = rows({ own: 'x' });
		const moreFields = { bodyFields, query };
		const { draft } = await made(SUBMIT, { profileUrl: url, moreFields });
		expect(draft).toMatchObject({ body: { own: 'x' }, query: [{ name: 'lang' }] });
		const asJson = { bodyMode: 'json', bodyJson: '{"a":1}', moreFields };
		expect((await made(SUBMIT, asJson)).draft.body).toEqual({ a: 1 });
	});

	it('has the options of its operation', async () => {
		const { settings } = await made(REPORT, { id: 'j1' }, { fields: { a: 'b' } });
		expect(settings).toMatchObject({ downloadFile: true });
	});

	it('has the names of the contract', async () => {
		const fields = { profile_url: 'link', identifier: 'who' };
		const submitted = await made(SUBMIT, { profileUrl: url }, { fields });
		expect(submitted.draft.body).toEqual({ link: url });
		const read = await made(PROFILE, { identifier: 'ada' }, { fields });
		expect(read.draft.query).toEqual([{ name: 'who', value: 'ada' }]);
	});

	it('has the ID of its resource, which must be there before anything is sent', async () => {
		const { draft } = await made(GET, { id: 'j1' });
		expect(draft).toMatchObject({ id: 'j1', idLabel: 'Screening ID' });
		await expect(made(GET, { id: ' ' })).rejects.toMatchObject(rejection("'Screening ID'"));
	});

	it('has a fingerprint of its request, if that may be charged', async () => {
		const submit = async (profileUrl: string, who = 'a') =>
			(await made(SUBMIT, { profileUrl }, { inputs: [{ who }] })).requestFingerprint;
		const first = await submit(url);
		expect(first).toEqual(expect.any(String));
		expect(await submit(url)).toBe(first);
		expect(await submit(`${url}b`)).not.toBe(first);
		expect(await submit(url, 'b')).not.toBe(first);
		expect((await made(GET, { id: 'j1' })).requestFingerprint).toBeUndefined();
	});

	it('is its own input item', async () => {
		const inputs = [{ who: 'a' }, { who: 'b' }];
		const item = await made(SEARCH, { bodyMode: 'input' }, { inputs, index: 1 });
		expect([item.index, item.draft.body]).toEqual([1, { who: 'b' }]);
	});
});
