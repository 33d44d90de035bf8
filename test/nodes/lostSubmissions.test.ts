import { SocialBackgroundCheck } from '../../nodes/SocialBackgroundCheck/SocialBackgroundCheck.node';
import { runNode } from '../engine/engine';
import { startServer, type LoopbackServer } from '../support/http';
import { getContact, TOKEN } from './calls';

let server: LoopbackServer;
let answer: { code: number; headers: Record<string, string> };

beforeAll(async () => {
	server = await startServer((app) => {
		app.all('/*', async (_request, reply) => {
			await reply.code(answer.code).headers(answer.headers).send('');
		});
	});
});
afterAll(async () => await server.close());
beforeEach(() => {
	server.requests.length = 0;
});

const LOCATIONS: Record<string, Record<string, string>> = {
	'no Location': {},
	'an empty Location': { location: '' },
	'a Location that is no address': { location: 'http://' },
	'a Location of another kind': { location: 'javascript:alert(1)' },
	'a Location elsewhere': { location: 'https://elsewhere.example/x' },
};
const cases = [300, 302, 303, 304].flatMap((code) =>
	Object.entries(LOCATIONS).map(([name, headers]) => ({ code, name, headers })),
);
const retryOnFail = { maxTries: 3, waitBetweenTries: 1 };

describe('a submission with the response', () => {
	it.each(cases)('$code and $name is not sent again', async ({ code, headers }) => {
		answer = { code, headers };
		const { error } = await runNode({
			node: new SocialBackgroundCheck(),
			parameters: {
				resource: 'screening',
				operation: 'submit',
				bodyMode: 'json',
				bodyJson: '{"a": 1}',
			},
			credentials: { baseUrl: server.url, apiToken: TOKEN },
			retryOnFail,
		});
		expect(server.requests.filter(({ method }) => method === 'POST')).toHaveLength(1);
		expect(error).toMatchObject({ context: { details: { outcomeUnknown: true } } });
	});
});

it.each(cases)(
	'any POST: $code and $name says that its outcome is unknown',
	async ({ code, headers }) => {
		answer = { code, headers };
		const { error } = await getContact(server.url);
		expect(error).toMatchObject({ context: { details: { outcomeUnknown: true } } });
		expect(error?.description).toMatch(/may have been processed/);
		expect(error?.description).not.toMatch(/Run the workflow again/);
	},
);

it.each([307, 308])('%d without a Location is unknown as well', async (code) => {
	answer = { code, headers: {} };
	const { error } = await getContact(server.url);
	expect(error).toMatchObject({ context: { details: { outcomeUnknown: true } } });
});
