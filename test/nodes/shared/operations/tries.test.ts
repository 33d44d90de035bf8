import type { IContextObject } from 'n8n-workflow';

import { NetworkError } from '../../../../nodes/shared/http/networkError';
import { isRecord } from '../../../../nodes/shared/values/records';
import { json } from '../responses';
import { ran, type Circumstances } from './runs';

const CONTACT = 'call /contact-info';
const SUBMIT = 'submit /screening';
const lost = () => new NetworkError('ECONNRESET', false, false);

/** Tries of one execution, which share what n8n keeps; the second gets a response. */
const twice = async (first: Circumstances, second: Circumstances = {}) => {
	const context = {};
	await ran(CONTACT, { context, ...first });
	return await ran(CONTACT, { context, ...second });
};

/** A request whose parameters are the same, whatever their expressions return. */
const asked = (at: string): Circumstances => ({
	item: {
		requestFingerprint: 'with $now',
		draft: {
			endpoint: { method: 'POST', path: '/contact-info' },
			query: [{ name: 'at', value: at }],
			body: { at },
		},
	},
});

describe('a paid request of an earlier try', () => {
	it('is the same one where its address and body differ by the value of an expression', async () => {
		expect((await twice(asked('1'), asked('2'))).sent).toEqual([]);
	});

	it('is another one at another service, even with the same parameters', async () => {
		const elsewhere = { ...asked('1'), baseUrl: 'https://other.example.com/v1' };
		expect((await twice(asked('1'), elsewhere)).sent).toHaveLength(1);
	});

	it('whose response is returned again adds nothing to the cost', async () => {
		const answer = () => ({ credits_used: 3 });
		expect((await twice({ answer }, { answer })).run.ledger.summary).toBe(
			'Requests sent that may be charged: 0. Not sent again because an earlier attempt already got a response: 1.',
		);
	});

	it('that was lost without an idempotency key is not sent again with one', async () => {
		const second = await twice({ answer: lost }, { options: { idempotencyHeader: 'Key' } });
		expect([second.sent, second.error]).toMatchObject([[], { details: { outcomeUnknown: true } }]);
	});

	it('that was lost may still have been processed where it is sent again and rejected', async () => {
		const context = {};
		await ran(CONTACT, { context, answer: lost });
		const options = { retryUnsafe: true };
		const second = await ran(CONTACT, { context, options, answer: () => json({}, 422) });
		expect(second.sent).toHaveLength(1);
		expect(second.error).toMatchObject({ details: { status: 422, outcomeUnknown: true } });
		const third = await ran(CONTACT, { context });
		expect([third.sent, third.error]).toMatchObject([[], { details: { outcomeUnknown: true } }]);
	});
});

/** The paths of all objects and lists within. */
const containersIn = (value: unknown): string[][] =>
	isRecord(value)
		? Object.entries(value).flatMap(([name, inner]) =>
				isRecord(inner) || Array.isArray(inner)
					? [[name], ...containersIn(inner).map((path) => [name, ...path])]
					: [],
			)
		: [];

const replaced = (value: unknown, [name, ...path]: string[], garbage: unknown): unknown =>
	name === undefined
		? garbage
		: { ...(value as object), [name]: replaced(Reflect.get(value as object, name), path, garbage) };

it.each<[string, string, Circumstances]>([
	['lost', CONTACT, { answer: lost }],
	['answered', CONTACT, { answer: () => ({ ok: true }) }],
	['submitted', SUBMIT, { answer: () => ({ id: 'j1' }) }],
])(
	'a request that was %s is not sent again where what n8n kept of it is damaged',
	async (_, name, first) => {
		const context: IContextObject = {};
		await ran(name, { context, ...first });
		const paths = containersIn(context);
		expect(paths.length).toBeGreaterThan(1);
		for (const path of paths) {
			for (const garbage of [null, 7, 'garbage']) {
				const damaged = replaced(context, path, garbage) as IContextObject;
				expect([path, (await ran(name, { context: damaged })).sent]).toEqual([path, []]);
			}
		}
	},
);
