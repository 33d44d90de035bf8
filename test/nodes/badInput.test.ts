import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { CreatorSearch } from '../../nodes/CreatorSearch/CreatorSearch.node';
import { SocialBackgroundCheck } from '../../nodes/SocialBackgroundCheck/SocialBackgroundCheck.node';
import { startSandbox, type Sandbox } from '../../sandbox';
import { runNode, type RunNodeOptions } from '../engine/engine';
import { InMemoryCredentials } from '../engine/credentials';
import { getContact, getCriteria, getProfile } from './calls';

const BY_NAME = "Enter identifier ('Handle or URL')";

let sandbox: Sandbox;

beforeAll(async () => {
	sandbox = await startSandbox({ creators: 200, logCapacity: 5_000 });
});
afterAll(async () => await sandbox.close());
beforeEach(() => {
	sandbox.log.clear();
	sandbox.faults.clear();
});

const once = { options: { maxRetries: 0 } };
const known = () => ({ token: sandbox.token });

describe('bad input gets a clear message', () => {
	it.each([
		['an empty token', { apiToken: '' }, {}, /API Token of the credential is empty/],
		[
			'no resource',
			{},
			{ resource: '={{ $json.nothing }}' },
			/There is no operation '' for the resource/,
		],
	])('%s', async (_, credential, parameters, message) => {
		const { error } = await runNode({
			node: new CreatorSearch(),
			parameters: { resource: 'creator', operation: 'search', ...parameters },
			credentials: { baseUrl: sandbox.url, apiToken: sandbox.token, ...credential },
		});
		expect(error?.message).toMatch(message);
		expect(sandbox.log.count()).toBe(0);
	});

	it('no credential', async () => {
		const { error } = await runNode({
			node: new CreatorSearch(),
			parameters: { resource: 'profile', operation: 'get', identifier: 'name' },
			credentials: null,
		});
		expect(error?.message).toMatch(/credential/i);
	});

	it.each([
		['', /has no Base URL/],
		['api.example.com', /not an http or https URL/],
		['https://api.example.com?key=1', /contains a \? or a #/],
	])('a base URL %p', async (baseUrl, message) => {
		const { error } = await getProfile(baseUrl);
		expect(error?.message).toMatch(message);
		expect(error?.description).toContain("'Base URL'");
	});

	it('a base URL with a wrong path', async () => {
		const { error } = await getProfile(`${sandbox.url}/v9`, known());
		expect(error?.message).toMatch(/found nothing for GET \/profiles/);
		expect(error?.description).toContain("'Base URL'");
	});

	it('a host that does not exist', async () => {
		const { error } = await getProfile('http://no-such-host.invalid', { parameters: once });
		expect(error?.message).toMatch(/host in 'Base URL' was not found/);
	});

	it.each([['timeout', 'soon', 'Timeout']])('an option %s of %p', async (name, value, label) => {
		const { error } = await getProfile(sandbox.url, { parameters: { options: { [name]: value } } });
		expect(error?.message).toBe(`'${label}' in Options > Requests is not a valid number [item 0]`);
		expect(sandbox.log.count()).toBe(0);
	});
});

describe('unusable input, where the workflow continues on fail', () => {
	const items = [{ json: { identifier: 'a' } }, { json: { identifier: 'b' } }];
	const row = (name: string, value: string) => ({
		assignments: [{ id: '1', name, value, type: 'string' }],
	});

	const cases: Array<[string, { parameters?: INodeParameters; baseUrl?: string }, RegExp]> = [
		[
			'an option',
			{ parameters: { options: { timeout: 'soon' } } },
			/^'Timeout' in Options > Requests/,
		],
		['an operation', { parameters: { operation: 'nope' } }, /^There is no operation 'nope'/],
		['a base URL', { baseUrl: 'ftp://x' }, /^The Base URL of the credential/],
		[
			'an expression in an option',
			{ parameters: { options: { maxRetries: '={{ $json. }}' } } },
			/^n8n could not evaluate the expression in 'Max Retries' in 'Options'/,
		],
		[
			'an expression in the JSON body',
			{ parameters: { bodyMode: 'json', bodyJson: "={{ $('Nowhere').item.json }}" } },
			/^n8n could not evaluate the expression in 'JSON Body'/,
		],
		[
			'an expression that returns nothing',
			{ parameters: { bodyMode: 'json', bodyJson: '={{ $json.nothing.here }}' } },
			/^The expression in 'JSON Body' returned nothing/,
		],
		[
			'an expression in a body field',
			{ parameters: { bodyFields: row('identifier', '={{ $json. }}') } },
			/^n8n could not evaluate the expression in 'identifier' in 'Other Fields'/,
		],
		[
			'a common field whose expression returns nothing',
			{ parameters: { identifier: '={{ $json.nothing.here }}' } },
			/^The expression in 'Handle or URL' returned nothing/,
		],
		[
			'a query parameter whose expression returns nothing',
			{ parameters: { sendQuery: true, query: row('lang', '={{ $json.nothing }}') } },
			/^The expression in 'lang' in 'Query Parameters' returned nothing/,
		],
		[
			'an option whose expression returns nothing',
			{ parameters: { options: { dryRun: '={{ $json.nothing }}' } } },
			/^The expression in 'Dry Run' in 'Options' returned nothing/,
		],
		[
			'a text whose only expression returns nothing',
			{ parameters: { bodyMode: 'json', bodyJson: '={"identifier":"{{ $json.nothing }}"}' } },
			/^The expression in 'JSON Body' returned nothing/,
		],
		[
			'a key with a gap',
			{
				parameters: {
					identifier: 'a',
					options: { skipProcessed: true, processedKey: '={{ $now }} {{ $json.nothing }}' },
				},
			},
			/^The expression in 'Processed Key' in 'Options' returned nothing/,
		],
		[
			'a body of nothing but blanks',
			{ parameters: { bodyMode: 'json', bodyJson: '{"identifier":null,"tags":[""]}' } },
			/^Enter identifier/,
		],
		[
			'an option that is neither true nor false',
			{ parameters: { options: { dryRun: '={{ "yes" }}' } } },
			/^'Dry Run' in Options is neither true nor false/,
		],
		['a body mode', { parameters: { bodyMode: 'nope' } }, /^'Specify Body' cannot be 'nope'/],
	];

	it.each(cases)('%s is never returned as if it were a result', async (_, given, message) => {
		const { parameters, baseUrl } = given;
		const run = async (onError: RunNodeOptions['onError']) =>
			await runNode({
				node: new CreatorSearch(),
				items,
				onError,
				credentials: { baseUrl: baseUrl ?? sandbox.url, apiToken: sandbox.token },
				parameters: { resource: 'contact', operation: 'get', identifier: 'name', ...parameters },
			});
		const [results, failed] = (await run('continueErrorOutput')).items;
		expect(results).toEqual([]);
		expect(failed).toHaveLength(2);
		for (const [item, { json, pairedItem }] of failed.entries()) {
			expect((json.error as IDataObject).message).toMatch(message);
			expect(pairedItem).toEqual({ item });
		}
		const { error } = await run(undefined);
		expect(error?.message).toMatch(message);
		expect(error?.description).toBeTruthy();
		expect(sandbox.log.count()).toBe(0);
	});

	it('covers the credential', async () => {
		const read = jest
			.spyOn(InMemoryCredentials.prototype, 'getDecrypted')
			.mockRejectedValue(new Error('could not be decrypted'));
		const result = await runNode({
			node: new CreatorSearch(),
			items,
			onError: 'continueRegularOutput',
			credentials: { baseUrl: sandbox.url, apiToken: sandbox.token },
			parameters: { resource: 'contact', operation: 'get', identifier: 'name' },
		});
		read.mockRestore();
		expect(result.json).toHaveLength(2);
		for (const { error } of result.json) {
			expect((error as IDataObject).message).toMatch(/credential cannot be read/);
		}
	});

	it.each(['continueRegularOutput', 'continueErrorOutput'] as const)(
		'covers a credential that is not set: %s',
		async (onError) => {
			const { items: output } = await runNode({
				node: new CreatorSearch(),
				items,
				onError,
				credentials: null,
				parameters: { resource: 'contact', operation: 'get', identifier: 'name' },
			});
			const all = output.flat().map(({ json }) => json);
			expect(all.map(({ error }) => typeof error)).toEqual(['object', 'object']);
		},
	);

	it('names the ID with its label in the panel', async () => {
		const { error } = await getCriteria(sandbox.url, { parameters: { id: '={{ $json. }}' } });
		expect(error?.message).toBe(
			"n8n could not evaluate the expression in 'Flagging Criteria ID' [item 0]",
		);
	});
});

describe('input of all kinds', () => {
	it('200 items are returned in order', async () => {
		const items = Array.from({ length: 200 }, (_, n) => ({ json: { identifier: handle(n), n } }));
		const {
			json,
			error,
			items: output,
		} = await getContact(sandbox.url, {
			...known(),
			items,
			parameters: { bodyMode: 'input' },
		});
		expect(error).toBeUndefined();
		expect(json).toHaveLength(200);
		expect(output[0].map(({ pairedItem }) => pairedItem)).toEqual(
			items.map((_, item) => ({ item })),
		);
		expect(sandbox.log.count({ method: 'POST', path: '/contact-info' })).toBe(200);
	});

	it.each([
		[{}, "Enter 'Handle or URL'", 'Fill in a field'],
		[
			{ bodyMode: 'input' },
			BY_NAME,
			"The input item has no field to send. Add a field of such a name to it, e.g. with an Edit Fields node, check 'Exclude Fields', or choose 'Using Fields Above' in 'Specify Body'.",
		],
		[{ bodyMode: 'json', bodyJson: '{}' }, BY_NAME, "'JSON Body' has no fields"],
	])('a request without any field is not sent: %j', async (parameters, message, why) => {
		const { error } = await getContact(sandbox.url, {
			...known(),
			items: [{ json: {} }],
			parameters: { identifier: '', ...parameters },
		});
		expect(error).toMatchObject({
			message: `${message} [item 0]`,
			description: expect.stringContaining(why),
		});
		expect(sandbox.log.count()).toBe(0);
	});

	it.each<[string, INodeParameters]>([
		['a field', { id: 's1', contentIds: 'c1, s1' }],
		['an expression', { id: '={{ $json.job.id }}', contentIds: '={{ $json.id }}' }],
		['JSON', { id: 's1', bodyMode: 'json', bodyJson: '{"content_ids": "s1"}' }],
	])('the ID of a screening is not sent as that of its content: %s', async (_, parameters) => {
		const { error } = await runNode({
			node: new SocialBackgroundCheck(),
			parameters: { resource: 'flaggedContent', operation: 'unflag', ...parameters },
			credentials: { baseUrl: sandbox.url, apiToken: sandbox.token },
			items: [{ json: { id: 's1', job: { id: 's1' } } }],
		});
		expect(error).toMatchObject({
			message: "'Content IDs' contains the 'Screening ID' [item 0]",
			description: expect.stringMatching(
				/^Both are 's1'\. 'Content IDs' takes the IDs of the flagged/,
			),
		});
		expect(sandbox.log.count()).toBe(0);
	});

	it('content of another screening than the fixed one is not sent, and a hint says so', async () => {
		const item = (id: string, job: string, type = 'screening') => ({
			json: { id, job: { type, id: job } },
		});
		const { hints, error } = await runNode({
			node: new SocialBackgroundCheck(),
			parameters: {
				...{ resource: 'flaggedContent', operation: 'unflag' },
				...{ id: 's1', contentIds: '={{ $json.id }}' },
			},
			credentials: { baseUrl: sandbox.url, apiToken: sandbox.token },
			onError: 'continueRegularOutput',
			// The last is of a job that has no flagged content of its own.
			items: [item('c2', 's2'), item('c3', 's3'), item('c4', 'p1', 'purchaseIntent')],
		});
		expect(error).toBeUndefined();
		expect(hints.map(({ message }) => message)).toEqual([
			"Not sent because they belong to another job than 'Screening ID': items 0, 1. Use {{ $json.job.id }} to send them too.",
		]);
		expect(sandbox.log.count()).toBe(1);
	});

	it('no items send no request', async () => {
		const { error } = await getContact(sandbox.url, { items: [] });
		expect(error).toBeUndefined();
		expect(sandbox.log.count()).toBe(0);
	});
});

function handle(n = 0): string {
	return sandbox.world.creators[n % sandbox.world.creators.length].username;
}
