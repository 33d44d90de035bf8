import { NodeOperationError } from 'n8n-workflow';

import { Connections, tokenRedact } from '../../../../nodes/shared/node/connections';
import type { CredentialData } from '../../../../nodes/shared/transport/httpClient';
import { settingsOf } from '../../../support/options';
import { contextOf, CREDENTIAL, type Circumstances } from './contexts';

const opened = (circumstances: Circumstances) => {
	const { context, ...seen } = contextOf(circumstances);
	const { signal } = new AbortController();
	return { connections: new Connections(context, settingsOf({}), signal), context, ...seen };
};
const itemsOf = (count: number) => Array.from({ length: count }, (_, n) => ({ n }));
const tokenOf = (name: string): CredentialData => ({ ...CREDENTIAL, apiToken: `token-of-${name}` });

/** Whose account the request of each item would use. */
async function accounts(count: number, credentialOf: (index: number) => CredentialData) {
	const { connections, readCredentials } = opened({ inputs: itemsOf(count), credentialOf });
	const found = [];
	for (let index = 0; index < count; index++) {
		const { redact } = await connections.open(index);
		const names = ['even', 'odd', 'all'].filter(
			(name) => redact(`token-of-${name}`) !== `token-of-${name}`,
		);
		found.push(names.join());
	}
	return { found, reads: readCredentials.length, count: connections.all.length };
}

describe('the account of an item', () => {
	it.each([1, 2, 20, 21, 25, 100])(
		'is its own, if the credential has expressions: %d items',
		async (count) => {
			// Equal for the first and the last of an odd number of items.
			const { found } = await accounts(count, (index) => tokenOf(index % 2 === 0 ? 'even' : 'odd'));
			expect(found).toEqual(itemsOf(count).map(({ n }) => (n % 2 === 0 ? 'even' : 'odd')));
		},
	);

	it.each([21, 25])(
		'is its own, if the expression fails without an item: %d items',
		async (count) => {
			const { found } = await accounts(count, (index) => {
				if (index >= count) throw new Error('There is no such item');
				return tokenOf(index === 10 ? 'odd' : 'even');
			});
			expect(found.indexOf('odd')).toBe(10);
			expect(found.filter((name) => name === 'odd')).toHaveLength(1);
		},
	);

	it('has one connection, and so one rate limit', async () => {
		expect((await accounts(4, (index) => tokenOf(index % 2 === 0 ? 'even' : 'odd'))).count).toBe(2);
		expect((await accounts(4, () => tokenOf('all'))).count).toBe(1);
	});

	it.each([
		[20, 20],
		[21, 3],
	])('is read once for all where it is the same: %d items, %d reads', async (count, expected) => {
		const { found, reads } = await accounts(count, () => tokenOf('all'));
		expect([new Set(found), reads]).toEqual([new Set(['all']), expected]);
	});
});

describe('a connection', () => {
	it('has what the credential says', async () => {
		const { connections } = opened({
			credentialOf: () => ({
				baseUrl: 'https://api.example.com/v1/ ',
				apiToken: 'Bearer abc-secret-def',
				responseContract: '{"version":1,"endpoints":{}}',
				strictContract: true,
			}),
		});
		const connection = await connections.open(0);
		expect(connection).toMatchObject({
			baseUrl: 'https://api.example.com/v1',
			tokenAdvice: expect.stringContaining('without "Bearer"'),
			contract: { strict: true },
		});
		expect(connection.redact('the Bearer abc-secret-def')).not.toContain('abc-secret-def');
	});

	it('is aborted with the run', async () => {
		const { context } = contextOf({});
		const halted = new AbortController();
		const { transport } = await new Connections(context, settingsOf({}), halted.signal).open(0);
		expect(transport.signal).toBe(halted.signal);
	});
});

describe('a credential that cannot be read', () => {
	const failing = (error: Error, node?: Circumstances['node']) =>
		opened({
			node,
			credentialOf: () => {
				throw error;
			},
		});

	it('is named with what n8n says', async () => {
		const { connections } = failing(new Error('It was deleted'));
		await expect(connections.open(0)).rejects.toMatchObject({
			details: {
				kind: 'input',
				message: "The 'Creator Intelligence API' credential cannot be read",
				description: expect.stringContaining('n8n reports: It was deleted.'),
			},
		});
	});

	it('is missing where none is selected', async () => {
		const { connections } = failing(new Error('x'), { credentials: {} });
		await expect(connections.open(0)).rejects.toMatchObject({
			details: { message: 'No credential is selected' },
		});
	});

	it("keeps n8n's own error", async () => {
		const { context } = contextOf({});
		const error = new NodeOperationError(context.getNode(), 'No access');
		await expect(failing(error).connections.open(0)).rejects.toBe(error);
	});

	it('hides nothing from an error about something else', async () => {
		const { context } = failing(new Error('x'));
		expect((await tokenRedact(context))('a text')).toBe('a text');
		const readable = contextOf({}).context;
		expect((await tokenRedact(readable))(`a ${String(CREDENTIAL.apiToken)}`)).toBe(
			'a [token removed]',
		);
	});
});
