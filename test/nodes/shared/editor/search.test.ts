import type { IDataObject } from 'n8n-workflow';

import { CreatorSearch } from '../../../../nodes/CreatorSearch/CreatorSearch.node';
import { dialectNames, startSandbox, SUSPENDED_TOKEN, type Sandbox } from '../../../../sandbox';
import * as dictionaries from '../../../../sandbox/world/dictionaries';
import { searchList } from '../../../support/editor';
import { startServer, type LoopbackServer } from '../../../support/http';

const ask = async (
	{ url, token }: { url: string; token: string },
	method: string,
	more: { filter?: string; paginationToken?: string } = {},
) =>
	await searchList({
		node: new CreatorSearch(),
		credentials: { baseUrl: url, apiToken: token },
		method,
		...more,
	});

/** All pages of a picker, as somebody who scrolls down sees them. */
async function scroll(service: { url: string; token: string }, method: string, filter?: string) {
	const entries = [];
	let paginationToken: string | undefined;
	let pages = 0;
	do {
		const page = await ask(service, method, { filter, paginationToken });
		entries.push(...page.results);
		paginationToken = page.paginationToken as string | undefined;
		pages += 1;
	} while (paginationToken !== undefined && pages < 100);
	return { entries, pages };
}

describe.each(dialectNames)('pickers of a service in the dialect %s', (dialect) => {
	let sandbox: Sandbox;
	beforeAll(async () => {
		sandbox = await startSandbox({ creators: 60, dialect });
	});
	afterAll(async () => await sandbox.close());

	it('find a country while the user types, and say that it is one', async () => {
		const { results } = await ask(sandbox, 'searchLocations', { filter: 'germ' });
		const germany = dictionaries.locations.find(({ name }) => name === 'Germany');
		expect(results[0]).toEqual({ name: 'Germany - country', value: germany?.id });
		expect(sandbox.log.last()?.query).toEqual({ search_string: 'germ' });
	});

	it('show the first page at once, and the others on scrolling', async () => {
		sandbox.log.clear();
		const first = await ask(sandbox, 'searchLocations');
		expect(sandbox.log.count()).toBe(1);
		expect(first.results.length).toBeGreaterThan(10);
		const { entries } = await scroll(sandbox, 'searchLocations');
		expect(entries.map(({ value }) => value)).toEqual(dictionaries.locations.map(({ id }) => id));
	});

	it.each([
		['searchLanguages', 'french', 'French - fr', 'fr'],
		['searchInterests', 'trav', 'Travel & Tourism', 'Travel & Tourism'],
	])('%s: %s is %s', async (method, filter, name, value) => {
		const { results } = await ask(sandbox, method, { filter });
		expect(results[0]).toEqual({ name, value: value ?? name });
	});
});

describe('a picker', () => {
	let sandbox: Sandbox;
	let server: LoopbackServer;
	let received: { status: number; body: unknown };
	/** In this order, instead of `answer`. */
	let answers: IDataObject[];
	beforeAll(async () => {
		sandbox = await startSandbox({ creators: 20 });
		server = await startServer((app) => {
			app.get('/*', async (_, reply) => {
				const next = answers.shift();
				return next === undefined ? reply.code(received.status).send(received.body) : next;
			});
		});
	});
	afterAll(async () => {
		await Promise.all([sandbox.close(), server.close()]);
	});
	beforeEach(() => {
		sandbox.log.clear();
		server.requests.length = 0;
		answers = [];
	});

	const failureOf = async (asked: Promise<unknown>) => {
		const error: unknown = await asked.then(
			() => undefined,
			(thrown: unknown) => thrown,
		);
		return error as { message: string; description: string };
	};
	it('says what to do without a credential', async () => {
		const error = await failureOf(
			searchList({ node: new CreatorSearch(), credentials: null, method: 'searchLocations' }),
		);
		expect(error.message).toMatch(/^No credential is selected\. /);
		expect(error.message).toMatch(/choose 'By Name' on the left$/);
	});

	it.each([
		['a token without the right to the dictionary', SUSPENDED_TOKEN, /not allowed to use GET/],
		['a wrong token', 'wrong', /did not accept the API token/],
	])('says what to do with %s', async (_, token, message) => {
		const error = await failureOf(ask({ url: sandbox.url, token }, 'searchLanguages'));
		expect(error.message).toMatch(message);
		expect(error.message).toMatch(/choose 'By Code' on the left$/);
	});

	it('sends a new request after a failure', async () => {
		const service = { url: server.url, token: 'token' };
		received = { status: 503, body: {} };
		await expect(ask(service, 'searchInterests')).rejects.toThrow(/not available/);
		received = { status: 200, body: ['Acme', 'Other'] };
		const { results } = await ask(service, 'searchInterests');
		expect(results).toEqual([
			{ name: 'Acme', value: 'Acme' },
			{ name: 'Other', value: 'Other' },
		]);
	});

	it('says so where the response contains no list', async () => {
		received = { status: 200, body: { hello: 'world' } };
		await expect(ask({ url: server.url, token: 'token' }, 'searchLocations')).rejects.toThrow(
			/contains no list/,
		);
	});

	it.each<[string, (page: number) => IDataObject, string[]]>([
		['a mark', (page) => ({ next_cursor: `m${page}` }), ['', '?cursor=m1', '?cursor=m2']],
		[
			'an address',
			(page) => ({ next: `/dictionary/interests?from=${page}` }),
			['', '?from=1', '?from=2'],
		],
		['a number', (page) => ({ next_page: page + 1 }), ['', '?page=2', '?page=3']],
	])('continues by %s', async (_, next, queries) => {
		answers = [1, 2, 3].map((page) => ({
			data: [{ name: `Brand ${page}` }],
			...(page < 3 ? next(page) : {}),
		}));
		const { entries, pages } = await scroll({ url: server.url, token: 'token' }, 'searchInterests');
		expect(entries.map(({ name }) => name)).toEqual(['Brand 1', 'Brand 2', 'Brand 3']);
		expect(pages).toBe(3);
		expect(server.requests.map(({ url }) => url)).toEqual(
			queries.map((query) => `/dictionary/interests${query}`),
		);
	});

	it('sends the token to no other host, whatever the browser returns', async () => {
		received = { status: 200, body: [{ name: 'Elsewhere' }] };
		const step: IDataObject = { url: `${server.url}/dictionary/locations` };
		const paginationToken = JSON.stringify({
			step,
			path: '',
			fetched: 1,
			pages: 1,
			largestPage: 1,
		});
		await failureOf(ask(sandbox, 'searchLocations', { paginationToken }));
		expect(server.requests).toHaveLength(0);
	});

	it('does not show the token where the service repeats it', async () => {
		const token = 'secret-token-1234';
		received = { status: 400, body: { message: `Bad token ${token}` } };
		const error = await failureOf(ask({ url: server.url, token }, 'searchInterests'));
		expect(error.message).toMatch(/Bad token/);
		expect(`${error.message}${error.description}`).not.toContain(token);
	});
});
