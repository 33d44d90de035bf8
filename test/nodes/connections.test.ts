import { NodeApiError, NodeOperationError, type IDataObject } from 'n8n-workflow';

import { Connections, tokenRedact } from '../../nodes/shared/node/connections';
import type { ServiceRequest } from '../../nodes/shared/http/types';
import type { Connection } from '../../nodes/shared/ledger/Call';
import { limiters } from '../../nodes/shared/transport/limiter/AdaptiveLimiter';
import { InMemoryCredentials } from '../engine/credentials';
import { inNode } from './inNode';
import { ONE_ATTEMPT } from './shared/senders';

const CONTACT = { node: 'creatorSearch', resource: 'contact', operation: 'get' };
const URL = 'https://api.example.com';
/** Nothing listens there. */
const NOBODY = 'http://127.0.0.1:9';
const TOKEN = 'token-1234567890';

afterEach(() => jest.restoreAllMocks());

const itemsOf = (...tokens: string[]) => tokens.map((token) => ({ token }));
const is = (isOther: boolean) => (isOther ? 'token-b' : 'token-a');
/** So many items that one credential may be read for all. */
const many = (tokenOf: (index: number) => string, count = 21) =>
	itemsOf(...Array.from({ length: count }, (_, index) => tokenOf(index)));

interface Opened {
	/** Of each item. */
	connections: Connection[];
	all: Connection[];
	signal: AbortSignal;
}

const settings = { requestsPerSecond: 4, maxConcurrency: 60 };

/** Opens the connections of all items, as the node does. */
const opened = async (
	inputs: IDataObject[],
	credential: Record<string, string | boolean> = {},
): Promise<Opened> =>
	await inNode(
		CONTACT,
		{ inputs, credentials: { baseUrl: URL, apiToken: '={{ $json.token }}', ...credential } },
		async (context) => {
			const { signal } = new AbortController();
			const connections = new Connections(context, settings, signal);
			const found: Connection[] = [];
			for (const index of inputs.keys()) found.push(await connections.open(index));
			return { connections: found, all: connections.all, signal };
		},
	);

/** The token that a connection hides, and with which it sends. */
const tokensOf = (connections: Connection[], tokens: string[]) =>
	connections.map(({ redact }) => tokens.find((token) => redact(token) !== token));

describe('a connection', () => {
	it('has the base URL and the contract of its credential, and hides its token', async () => {
		const { connections } = await opened([{}], {
			baseUrl: `${URL}/v2/`,
			apiToken: TOKEN,
			responseContract: '{"version":1,"endpoints":{}}',
			strictContract: true,
		});
		expect(connections[0]).toMatchObject({
			baseUrl: `${URL}/v2`,
			tokenAdvice: '',
			contract: { strict: true },
		});
		expect(connections[0].redact(`It is ${TOKEN}.`)).toBe('It is [token removed].');
	});

	it('says what to do about a token with a prefix', async () => {
		const { connections } = await opened([{}], { apiToken: `Bearer ${TOKEN}` });
		expect(connections[0].tokenAdvice).toMatch(/without "Bearer"/);
	});

	it("has the limits of the user: 'Requests per Second', 'Max Concurrency' and Stop", async () => {
		const limiter = jest.spyOn(limiters, 'of');
		const { connections, signal } = await opened([{}], { apiToken: TOKEN });
		const [{ transport }] = connections;
		expect(limiter).toHaveBeenCalledWith(URL, TOKEN, settings.maxConcurrency);
		expect(transport.queue.spacingMs).toBe(1_000 / settings.requestsPerSecond);
		expect(transport.signal).toBe(signal);
	});

	it.each([
		['the same', TOKEN, true],
		['another', 'token-9876543210', false],
	])('shares the limit of the service with %s account', async (_, token, isShared) => {
		const enter = jest.spyOn(limiters.of(URL, token), 'enter').mockRejectedValue(new Error('Full'));
		const { connections } = await opened([{}], { apiToken: TOKEN });
		const request: ServiceRequest = {
			...{ method: 'GET', url: NOBODY, label: 'GET /x', charged: false, authenticated: true },
		};
		const sending = connections[0].transport.sender(ONE_ATTEMPT).send(request, () => 'sent');
		await expect(sending).rejects.toThrow();
		expect(enter).toHaveBeenCalledTimes(isShared ? 1 : 0);
	});
});

describe('the connections of a run', () => {
	it('are one for each credential', async () => {
		const tokens = ['token-a', 'token-b', 'token-a'];
		const { connections, all } = await opened(itemsOf(...tokens));
		expect(tokensOf(connections, ['token-a', 'token-b'])).toEqual(tokens);
		expect(connections[2]).toBe(connections[0]);
		expect(all).toEqual(connections.slice(0, 2));
	});

	it.each<[string, string, (index: number) => string]>([
		['the first item', "={{ $itemIndex === 0 ? 'token-b' : 'token-a' }}", (at) => is(at === 0)],
		['the last item', "={{ $itemIndex === 20 ? 'token-b' : 'token-a' }}", (at) => is(at === 20)],
		['an item in the middle', '={{ $json.token }}', (at) => is(at === 5)],
		[
			'an item in the middle, by the item of another node',
			"={{ $('Start').item.json.token }}",
			(at) => is(at === 5),
		],
	])('of many items are of their own credentials: %s differs', async (_, apiToken, tokenOf) => {
		const inputs = many(tokenOf);
		const { connections, all } = await opened(inputs, { apiToken });
		expect(tokensOf(connections, ['token-a', 'token-b'])).toEqual(inputs.map(({ token }) => token));
		expect(all).toHaveLength(2);
	});

	// n8n decrypts the credential at each read.
	it.each([
		[20, 20],
		[21, 3],
		[500, 3],
	])('of %d items with the same credential read it %d times', async (count, reads) => {
		const read = jest.spyOn(InMemoryCredentials.prototype, 'getDecrypted');
		const { all } = await opened(
			many(() => 'x', count),
			{ apiToken: TOKEN },
		);
		expect([read.mock.calls.length, all.length]).toEqual([reads, 1]);
	});
});

describe('a credential', () => {
	const open = async (apiToken: string | null) =>
		await inNode(
			CONTACT,
			{ credentials: apiToken === null ? null : { baseUrl: URL, apiToken } },
			async (context) =>
				await new Connections(context, settings, new AbortController().signal).open(0),
		);
	const failing = (error: Error) =>
		jest.spyOn(InMemoryCredentials.prototype, 'getDecrypted').mockRejectedValue(error);

	it('that is not selected is named', async () => {
		await expect(open(null)).rejects.toMatchObject({
			details: { kind: 'input', message: 'No credential is selected' },
		});
	});

	it("that cannot be read is reported with n8n's reason", async () => {
		failing(new Error('The key does not match'));
		await expect(open(TOKEN)).rejects.toMatchObject({
			details: {
				kind: 'input',
				message: "The 'Creator Intelligence API' credential cannot be read",
				description:
					'n8n reports: The key does not match. Open the credential, correct it and save it again.',
			},
		});
	});

	const node = {
		...{ id: '1', name: 'x', type: 'x', typeVersion: 1, parameters: {} },
		position: [0, 0] as [number, number],
	};

	it.each([
		new NodeOperationError(node, 'Not yours'),
		new NodeApiError(node, { message: 'Not yours' }),
	])('that n8n itself explains keeps that: %s', async (error) => {
		failing(error);
		await expect(open(TOKEN)).rejects.toBe(error);
	});

	it.each([
		[TOKEN, 'The [token removed]'],
		[null, `The ${TOKEN}`],
	])(
		'hides its token in errors before a connection, if it has one (%s)',
		async (apiToken, text) => {
			const shown = await inNode(
				CONTACT,
				{ credentials: apiToken === null ? null : { baseUrl: URL, apiToken } },
				async (context) => (await tokenRedact(context))(`The ${TOKEN}`),
			);
			expect(shown).toBe(text);
		},
	);
});
