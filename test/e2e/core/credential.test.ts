import { SUSPENDED_TOKEN } from '../../../sandbox';
import { instance } from '../support/instance';
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
	['a wrong token', () => bench.sandbox.url, 'wrong', /token was refused; enter it without Bearer/],
	['a suspended account', () => bench.sandbox.url, SUSPENDED_TOKEN, /does not let it in \(403/],
	['a website', () => instance().url, 'sandbox-token', /is a website, not the service/],
	[
		'an address where nobody listens',
		() => 'http://127.0.0.1:9',
		'sandbox-token',
		/Nothing answers/,
	],
	['an address that is none', () => 'api.example.com', 'sandbox-token', /not an http or https/],
])('is red for %s', async (_, url, token, expected) => {
	const { status, message } = await test(url(), token);
	expect(status).toBe('Error');
	expect(message).toMatch(expected);
	expect(message).not.toContain(token);
});

it('never shows the token again', async () => {
	const { data } = await bench.n8n.readCredential(bench.credential.id);
	expect(data.baseUrl).toBe(bench.sandbox.url);
	expect(JSON.stringify(data)).not.toContain(bench.sandbox.token);
});
