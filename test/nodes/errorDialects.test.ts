import {
	dialectNames,
	startSandbox,
	SUSPENDED_TOKEN,
	type DialectName,
	type Sandbox,
} from '../../sandbox';
import { getContact, getCriteria, getProfile } from './calls';

const once = { options: { maxRetries: 0 } };

describe.each(dialectNames)('errors in the dialect %s', (dialect: DialectName) => {
	let sandbox: Sandbox;

	beforeAll(async () => {
		sandbox = await startSandbox({ dialect, creators: 100, tokens: { poor: { quota: 1 } } });
	});
	afterAll(async () => await sandbox.close());
	beforeEach(() => sandbox.faults.clear());

	it.each([
		['an unknown token', 'nobody', /did not accept the API token \(401\)/],
		['a token with a prefix', 'Bearer sandbox-token', /did not accept the API token \(401\)/],
		['a suspended token', SUSPENDED_TOKEN, /not allowed to use GET \/profiles \(403\)/],
	])('%s', async (_, token, message) => {
		const { error } = await getProfile(sandbox.url, { token, parameters: once });
		expect(error?.message).toMatch(message);
		expect(error?.message).toMatch(/\[item 0\]$/);
		expect(error?.description).toBeTruthy();
	});

	it('an exhausted quota', async () => {
		const identifier = sandbox.world.creators[0].username;
		const { json } = await getContact(sandbox.url, {
			token: 'poor',
			items: [1, 2].map((n) => ({ json: { identifier, n } })),
			parameters: { bodyMode: 'input', options: { maxRetries: 0, maxConcurrency: 1 } },
			continueOnFail: true,
		});
		expect(json[0].error).toBeUndefined();
		expect(json[1].error).toMatchObject({
			message: expect.stringMatching(/payment|rate limit or quota/),
		});
	});

	it('an unknown id', async () => {
		const { error } = await getCriteria(sandbox.url, {
			token: sandbox.token,
			parameters: { id: 'nothing-here' },
		});
		expect(error?.message).toMatch(/found nothing for GET \/flagging-criteria\/\{id\}/);
	});

	const withoutIdentifier = { identifier: '', moreFields: { workPlatformId: 'p' } };

	it('a missing field is named', async () => {
		const { error } = await getContact(sandbox.url, {
			token: sandbox.token,
			parameters: withoutIdentifier,
		});
		expect(error?.message).toMatch(/invalid values in POST \/contact-info: .*identifier/);
	});

	it.each([
		['status', 500, /failed while it handled/],
		['rateLimit', undefined, /rate limit or quota/],
	] as const)('the fault %s %s', async (kind, status, message) => {
		sandbox.faults.add({ kind, ...(status !== undefined && { status }) });
		const { error } = await getProfile(sandbox.url, { token: sandbox.token, parameters: once });
		expect(error?.message).toMatch(message);
	});

	it('the request id, for support requests to the service', async () => {
		const { error } = await getContact(sandbox.url, {
			token: sandbox.token,
			parameters: withoutIdentifier,
		});
		expect(error).toMatchObject({ context: { details: { requestId: expect.any(String) } } });
	});
});
