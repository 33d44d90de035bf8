import type { ICredentialDataDecryptedObject } from 'n8n-workflow';

import { CREDENTIAL_TYPE } from '../../../verify/harness/service';
import { useBench } from '../support/service';
import { chain, errorOf, execute, items, ours } from '../../../verify/harness/workflow';

const bench = useBench();

it('never shows the token again', async () => {
	const { data } = await bench.n8n.readCredential(bench.credential.id);
	expect(data.baseUrl).toBe(bench.sandbox.url);
	expect(JSON.stringify(data)).not.toContain(bench.sandbox.token);
});

/** Reads the languages, which is free, with a credential of these values and otherwise the right ones. */
async function readWith(values: ICredentialDataDecryptedObject) {
	const { url, token } = bench.sandbox;
	const credential = await bench.n8n.createCredential({
		name: 'Another',
		type: CREDENTIAL_TYPE,
		data: { baseUrl: url, apiToken: token, ...values },
	});
	const parameters = { resource: 'dictionary', operation: 'getLanguages' };
	return await execute(
		bench.n8n,
		chain('Credential', [ours('creatorSearch', parameters, credential)]),
	);
}

it('accepts expressions', async () => {
	const { url, token } = bench.sandbox;
	const execution = await readWith({
		baseUrl: `={{ '${url}/'.slice(0, -1) }}`,
		apiToken: `={{ '${token}'.trim() }}`,
	});
	expect(items(execution, 'creatorSearch').length).toBeGreaterThan(0);
	expect(bench.sandbox.log.last()?.headers.authorization).toBe(token);
});

it('respects its allowed domains', async () => {
	const domains = (allowedDomains: string) => ({
		allowedHttpRequestDomains: 'domains',
		allowedDomains,
	});
	const blocked = await readWith(domains('api.example.com'));
	expect(errorOf(blocked).message).toMatch(/n8n blocked the request GET \/dictionary\/languages/);
	expect(bench.sandbox.log.count()).toBe(0);
	const allowed = await readWith(domains('api.example.com, 127.0.0.1'));
	expect(items(allowed, 'creatorSearch').length).toBeGreaterThan(0);
});
