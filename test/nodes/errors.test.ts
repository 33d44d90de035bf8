import type { FastifyReply } from 'fastify';

import type { LoopbackServer } from '../support/http';
import { startServer } from '../support/http';
import { getContact, getProfile, TOKEN } from './calls';

let server: LoopbackServer;
let answer: (reply: FastifyReply, identifier: unknown) => void;

beforeAll(async () => {
	server = await startServer((app) => {
		app.all('/*', async ({ body }, reply) => {
			answer(reply, (body as { identifier?: unknown } | null)?.identifier);
			return await reply;
		});
	});
});
afterAll(async () => await server.close());

const fails = (status: number, body: unknown, headers: Record<string, string> = {}) => {
	answer = (reply) => void reply.code(status).headers(headers).send(body);
};

/** No waiting for what is tried again. */
const once = { options: { maxRetries: 0 } };

describe('the error of a failed request', () => {
	// test/transcripts/errors.yaml has what each status says.
	it.each<[number, unknown, RegExp]>([
		[
			400,
			{ error: { message: 'first words', error_code: 'bad' } },
			/rejected GET \/profiles: first words/,
		],
		[422, { detail: [{ loc: ['body', 'a', 0], msg: 'not an address' }] }, /a\.0: not an address/],
		[422, { errors: [{ details: 'one' }, { title: 'two' }] }, /invalid values .*one; two/],
		[418, { title: 'tenth words' }, /rejected .*tenth words/],
		[400, 'just text', /just text/],
		[500, '', /failed while it handled GET \/profiles/],
		[410, {}, /no longer exists/],
		[413, {}, /too large/],
	])('says what happened for %i %j', async (status, body, message) => {
		fails(status, body);
		const { error } = await getProfile(server.url, { parameters: once });
		expect(error?.message).toMatch(message);
		expect(error?.message).toMatch(/\[item 0\]$/);
		expect(error?.description).toMatch(/\w{3,}.*\.$/);
		expect(error).toMatchObject({ httpCode: String(status), context: { itemIndex: 0 } });
	});

	it('does not repeat a POST after a 401, as the HTTP helper would', async () => {
		fails(401, {});
		server.requests.length = 0;
		await getContact(server.url);
		expect(server.requests).toHaveLength(1);
	});

	it.each([500, 502, 503, 504, 408])(
		'warns that a POST may have been processed after %i',
		async (status) => {
			fails(status, {});
			const { error } = await getContact(server.url, { parameters: once });
			expect(error?.description).toMatch(/may have been processed/);
		},
	);

	it.each([400, 404, 422, 429])('does not warn about that after %i', async (status) => {
		fails(status, {});
		const { error } = await getContact(server.url, { parameters: once });
		expect(error?.description).not.toMatch(/may have been processed/);
	});
});

describe('continue on fail', () => {
	const items = ['good', 'bad', 'good'].map((identifier) => ({ json: { identifier } }));
	const parameters = { bodyMode: 'input', ...once };

	beforeEach(() => {
		answer = (reply, identifier) =>
			void (identifier === 'bad'
				? reply.code(422).send({ error: { message: 'unknown', code: 'E1', request_id: 'r1' } })
				: reply.send({ identifier }));
	});

	it('sends the failed item to the error output', async () => {
		const result = await getContact(server.url, {
			parameters,
			items,
			onError: 'continueErrorOutput',
		});
		expect(result.items.map((output) => output.length)).toEqual([2, 1]);
		expect(result.items[1][0].json).toMatchObject({ identifier: 'bad', error: { status: 422 } });
	});
});

describe('the token', () => {
	it('is not part of the errors of the network either', async () => {
		const { error, execution, logs } = await getContact('http://127.0.0.1:9', { parameters: once });
		expect(error?.message).toMatch(/Could not connect/);
		expect(JSON.stringify({ error, execution, logs })).not.toContain(TOKEN);
	});
});
