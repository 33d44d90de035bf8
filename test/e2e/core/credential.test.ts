import { SUSPENDED_TOKEN } from '../../../sandbox';
import { CREDENTIAL_TYPE, useBench } from '../support/service';

const bench = useBench();

async function test(baseUrl: string, apiToken: string) {
	const { id, name } = bench.credential;
	return await bench.n8n.testCredential({
		id,
		name,
		type: CREDENTIAL_TYPE,
		data: { baseUrl, apiToken },
	});
}

it('is green for the right address and token', async () => {
	const { status } = await test(bench.sandbox.url, bench.sandbox.token);
	expect(status).toBe('OK');
	expect(bench.sandbox.log.count({ method: 'GET', path: '/dictionary/languages' })).toBe(1);
	expect(bench.sandbox.log.last()?.headers.authorization).toBe(bench.sandbox.token);
});

it('forgives a slash and blanks', async () => {
	const { status } = await test(` ${bench.sandbox.url}/ `, ` ${bench.sandbox.token} `);
	expect(status).toBe('OK');
});

it.each([
	['a wrong token', () => bench.sandbox.url, 'wrong'],
	['a suspended account', () => bench.sandbox.url, SUSPENDED_TOKEN],
	['an address where nobody listens', () => 'http://127.0.0.1:9', 'sandbox-token'],
	['an address that is none', () => 'api.example.com', 'sandbox-token'],
])('is red for %s', async (_, url, token) => {
	const { status, message } = await test(url(), token);
	expect(status).toBe('Error');
	expect(message).not.toBe('');
	expect(message).not.toContain(token);
});

it('never shows the token again', async () => {
	const { data } = await bench.n8n.readCredential(bench.credential.id);
	expect(data.baseUrl).toBe(bench.sandbox.url);
	expect(JSON.stringify(data)).not.toContain(bench.sandbox.token);
});
