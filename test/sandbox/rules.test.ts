import { ManualClock, type Sandbox, startSandbox } from '../../sandbox';
import { clientOf, sandboxForTest } from './client';

describe('rules', () => {
	let sandbox: Sandbox;

	beforeAll(async () => {
		sandbox = await startSandbox();
	});
	afterAll(() => sandbox.close());

	// test/nodes/errorDialects.test.ts reads rejections in all dialects.
	test.each([
		['/email-lookup', { emails: ['not an address'] }, 'emails.0'],
		['/audience-overlap', { identifiers: ['alone'] }, 'identifiers'],
		['/profile-analytics', { work_platform_id: 'x' }, 'work_platform_id'],
		['/screening', { profile_url: 'no url' }, 'profile_url'],
		['/screening-media', { media_url: 7 }, 'media_url'],
		['/flagging-criteria', { name: 'x', categories: ['NONSENSE'] }, 'categories.0'],
		['/public-content', {}, 'content_url'],
		['/social-listening', { items_limit: 5 }, 'keyword'],
		['/screening', [1, 2, 3], 'object'],
	])('%s rejects %j and names the field', async (path, body, field) => {
		const { status, data } = await clientOf(sandbox).post<object>(path, body);
		expect(status).toBe(422);
		expect(JSON.stringify(data)).toContain(field);
		expect(sandbox.jobs.submitted()).toBe(0);
	});

	test('a quota ends paid requests only', async () => {
		const client = clientOf(await sandboxForTest({ quota: 2 }));
		const statuses = [];
		for (let i = 0; i < 3; i++) statuses.push((await client.post('/discovery', {})).status);
		expect(statuses).toEqual([200, 200, 402]);
		expect((await client.get('/dictionary/languages')).status).toBe(200);
	});
});

describe('rate limits', () => {
	test.each(['seconds', 'date', 'none'] as const)('with Retry-After as %s', async (retryAfter) => {
		const clock = new ManualClock();
		const sandbox = await sandboxForTest({
			clock,
			rateLimit: { requests: 5, perSeconds: 10, retryAfter },
		});
		const client = clientOf(sandbox);
		const get = () => client.get('/dictionary/languages');
		for (let i = 0; i < 5; i++) expect((await get()).status).toBe(200);
		const refused = await get();
		expect(refused.status).toBe(429);
		const header: unknown = refused.headers['retry-after'];
		if (retryAfter === 'seconds') expect(header).toBe('2');
		if (retryAfter === 'date') expect(Date.parse(String(header))).toBe(clock.now() + 2000);
		if (retryAfter === 'none') expect(header).toBeUndefined();
		clock.advance(1999);
		expect((await get()).status).toBe(429);
		clock.advance(1);
		expect((await get()).status).toBe(200);
	});

	test('belong to a token', async () => {
		const sandbox = await sandboxForTest({
			clock: new ManualClock(),
			tokens: { slow: { rateLimit: { requests: 1, perSeconds: 60 } } },
		});
		const slow = clientOf({ ...sandbox, token: 'slow' });
		expect((await slow.get('/dictionary/languages')).status).toBe(200);
		expect((await slow.get('/dictionary/languages')).status).toBe(429);
		expect((await clientOf(sandbox).get('/dictionary/languages')).status).toBe(200);
	});
});

describe('the HTTP layer', () => {
	test('the log keeps what was received, but shows no token of a request to the page', async () => {
		const sandbox = await sandboxForTest({ basePath: '/v2' });
		const client = clientOf(sandbox);
		await client.post('/discovery?x=1', { keyword: 'a' });
		expect(sandbox.log.last({ method: 'POST', path: '/discovery' })).toMatchObject({
			query: { x: '1' },
			headers: { authorization: 'sandbox-token', 'content-type': 'application/json' },
			rawBody: '{"keyword":"a"}',
			body: { keyword: 'a' },
			status: 200,
		});
		expect(sandbox.log.count({ path: /^\/disc/ })).toBe(1);
		for (const path of ['state', 'requests']) {
			const { data } = await client.get<object>(`${sandbox.origin}/__sandbox/${path}`);
			// The page names the token to use, once.
			const shown = JSON.stringify({ ...data, token: undefined });
			expect(shown).toContain('/discovery');
			expect(shown).not.toContain('sandbox-token');
		}
		sandbox.log.clear();
		expect(sandbox.log.count()).toBe(0);
	});

	test('the service listens on loopback only', async () => {
		const sandbox = await sandboxForTest();
		expect(new URL(sandbox.url).hostname).toBe('127.0.0.1');
		expect(new URL(sandbox.filesOrigin).hostname).toBe('127.0.0.1');
	});
});
