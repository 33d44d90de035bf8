import { CreatorSearch } from '../../nodes/CreatorSearch/CreatorSearch.node';
import { runNode, transcript } from '../engine/engine';
import { startServer, type LoopbackServer } from '../support/http';
import { getBrands, getContact, getProfile } from './calls';

/** Not a word of the tests, and with what JSON and URLs write in more than one way. */
const TOKEN = 'Zq9/Xw+7_kV-3=';

let server: LoopbackServer;
let echo: (token: string) => {
	code?: number;
	headers?: Record<string, string>;
	body?: string | Buffer;
};

beforeAll(async () => {
	server = await startServer((app) => {
		app.all('/*', async (request, reply) => {
			const { code = 200, headers = {}, body = '' } = echo(String(request.headers.authorization));
			await reply
				.code(code)
				.headers({ 'content-type': 'application/json', ...headers })
				.send(Buffer.from(body));
		});
	});
});
afterAll(async () => await server.close());
beforeEach(() => {
	server.requests.length = 0;
	jest.spyOn(Math, 'random').mockReturnValue(0);
});
afterEach(() => jest.restoreAllMocks());

const hex = (code: number, length: number) => code.toString(16).padStart(length, '0');
/** Letters and digits stand for themselves. */
const each = (text: string, write: (code: number) => string) =>
	text.replace(/[^A-Za-z0-9]/g, (character) => write(character.charCodeAt(0)));
const WRITTEN: Record<string, (token: string) => string> = {
	'as it is': (token) => token,
	'in \\u escapes': (token) => each(token, (code) => `\\u${hex(code, 4)}`),
	'with slashes escaped': (token) => token.replaceAll('/', '\\/'),
	'in percent codes': (token) => encodeURIComponent(token),
	'in percent codes for all but letters': (token) => each(token, (code) => `%${hex(code, 2)}`),
	'in Base64': (token) => Buffer.from(token).toString('base64'),
	'in Base64 behind a name': (token) => Buffer.from(`user:${token}`).toString('base64'),
	'in hexadecimal': (token) => Buffer.from(token).toString('hex'),
};
/** The token in any of the ways that somebody could read it from. */
function leaksIn(result: object, token: string): string[] {
	const text = transcript(result);
	const ways = Object.entries(WRITTEN).filter(([, write]) => text.includes(write(token)));
	return ways.map(([name]) => name);
}

describe('a service that echoes the token', () => {
	describe.each(Object.entries(WRITTEN))('%s', (_way, write) => {
		const sending = (code: number) => {
			echo = (token) => ({
				code,
				body: `{"id":"1","error":{"message":"The token ${write(token)} is not known"}}`,
			});
		};

		it('leaves no token in an item', async () => {
			sending(200);
			const result = await getProfile(server.url, { token: TOKEN });
			expect(server.requests[0].headers.authorization).toBe(TOKEN);
			expect(leaksIn(result.json, TOKEN)).toEqual([]);
			expect(JSON.stringify(result.json)).toContain('[token removed]');
		});

		it('leaves no token in an error', async () => {
			sending(401);
			const result = await getContact(server.url, {
				token: TOKEN,
				onError: 'continueRegularOutput',
			});
			expect(leaksIn(result, TOKEN)).toEqual([]);
			expect(transcript(result)).toContain('[token removed]');
		});
	});
});

it('a token that was entered with "Bearer" is sent that way, and redacted without it', async () => {
	echo = (token) => ({
		code: 403,
		body: JSON.stringify({ message: token.replace('Bearer ', '') }),
	});
	const result = await getProfile(server.url, { token: `Bearer ${TOKEN}` });
	expect(server.requests[0].headers.authorization).toBe(`Bearer ${TOKEN}`);
	expect(leaksIn(result, TOKEN)).toEqual([]);
});

it('a token of digits is redacted, and JSON stays valid', async () => {
	echo = (token) => ({ body: `{"echo":${token},"text":"is ${token}","other":1${token}}` });
	const { json } = await getProfile(server.url, { token: '987654321' });
	expect(json).toEqual([{ echo: 0, text: 'is 0', other: 1987654321 }]);
});

it.each<[string, (token: string) => { code: number; headers: Record<string, string> }]>([
	['a Location', (token) => ({ code: 302, headers: { location: `http://[${token}` } })],
	['a header', (token) => ({ code: 500, headers: { 'x-request-id': token } })],
	['the type', (token) => ({ code: 200, headers: { 'content-type': `text/${token}` } })],
	[
		'the name of a file',
		(token) => ({
			code: 200,
			headers: {
				'content-type': 'application/pdf',
				'content-disposition': `attachment; filename="${token}.pdf"`,
			},
		}),
	],
])('in %s it is redacted as well', async (_, answer) => {
	echo = (token) => ({ ...answer(token), body: 'x' });
	const token = 'Zq9Xw7kV3-token';
	const result = await getProfile(server.url, { token });
	expect(leaksIn({ ...result, execution: undefined }, token)).toEqual([]);
});

it.each(['line\nbreak-123', 'quote\u2019-12345'])(
	'%j is not sent, with a message',
	async (token) => {
		const result = await getContact(server.url, { token });
		expect(result.error?.message).toMatch(/API Token .* cannot be sent/);
		expect(server.requests).toHaveLength(0);
		expect(transcript({ ...result.error })).not.toContain(token);
	},
);

describe('a user name in an address', () => {
	const run = async (baseUrl: string) => await getContact(baseUrl, { token: TOKEN });

	it.each(['user:secret-word@', 'secret-word@', ':secret-word@'])(
		'is rejected in Base URL: %s',
		async (user) => {
			const { error } = await run(server.url.replace('//', `//${user}`));
			expect(error?.message).toMatch(/Base URL .* contains a user name or a password/);
			expect(transcript({ ...error })).not.toContain('secret-word');
			expect(server.requests).toHaveLength(0);
		},
	);

	it('does not replace the token in a redirect', async () => {
		echo = () =>
			server.requests.length === 1
				? { code: 302, headers: { location: server.url.replace('//', '//user:pass@') } }
				: { body: '{"ok":true}' };
		const { json } = await getProfile(server.url, { token: TOKEN });
		expect(json).toEqual([{ ok: true }]);
		expect(server.requests.map(({ headers }) => headers.authorization)).toEqual([TOKEN, TOKEN]);
	});

	it('does not replace the token in a link to the next page', async () => {
		const next = `${server.url.replace('//', '//user:pass@')}/dictionary/brands?page=2`;
		echo = () =>
			server.requests.length === 1
				? { body: JSON.stringify({ data: [{ id: 1 }], next }) }
				: { body: '{"data":[{"id":2}]}' };
		await getBrands(server.url, { token: TOKEN, parameters: { returnAll: true } });
		expect(server.requests.map(({ headers }) => headers.authorization)).toEqual([TOKEN, TOKEN]);
	});
});

describe('the token in a wrong parameter', () => {
	const search = (parameters: object) =>
		runNode({
			node: new CreatorSearch(),
			parameters: { resource: 'creator', operation: 'search', ...parameters },
			credentials: { baseUrl: server.url, apiToken: TOKEN },
		});

	it.each([
		['Limit', { limit: TOKEN }],
		['JSON', { bodyMode: 'json', bodyJson: `{"a": ${TOKEN}` }],
		['an option', { options: { timeout: TOKEN } }],
	])('is not quoted in the message about %s', async (_, parameters) => {
		const result = await search(parameters);
		expect(result.error).toBeDefined();
		expect([result.error?.message, result.error?.description].join()).not.toContain(TOKEN);
	});
});
