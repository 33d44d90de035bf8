import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { Failure } from '../../../../nodes/shared/failure/Failure';
import type { Endpoint } from '../../../../nodes/shared/catalogue/types';
import { readContract } from '../../../../nodes/shared/plan/parse';
import type { Content } from '../../../../nodes/shared/http/types';
import { ResponseReader } from '../../../../nodes/shared/operations/ResponseReader';
import { Hints } from '../../../../nodes/shared/operations/Hints';
import { settingsOf } from '../../../support/options';
import { json, response, thrownBy } from '../responses';
import { ran } from './runs';

const submit: Endpoint = { method: 'POST', path: '/screening' };
const get: Endpoint = { method: 'GET', path: '/screening/{id}' };

interface Read {
	piece?: object;
	strict?: boolean;
	options?: INodeParameters;
	endpoint?: Endpoint;
	content?: Content;
}

/** A response, read with a contract for its endpoint. */
function reading(value: unknown, read: Read = {}): { reader: ResponseReader; hints: Hints } {
	const { piece, strict = false, options = {}, endpoint = get } = read;
	const { content = { kind: 'data', value } } = read;
	const endpoints = { [`${endpoint.method} ${endpoint.path}`]: piece };
	const contract =
		piece &&
		readContract({
			responseContract: JSON.stringify({ version: 1, endpoints }),
			strictContract: strict,
		});
	const hints = new Hints();
	const settings = { ...settingsOf(options), contract };
	const received = { content, response: content.kind === 'empty' ? response('') : json(value) };
	return { reader: new ResponseReader({ settings, hints, endpoint }, received), hints };
}

const detailsOf = (run: () => unknown) => {
	const thrown = thrownBy(run);
	if (thrown instanceof Failure) return thrown.details;
	throw new Error('There is no failure');
};

describe('the state by a contract', () => {
	const piece = { state: { path: 'phase', pending: 'a', finished: 'b', failed: 'c' } };

	it.each([
		['a', 'pending'],
		['b', 'finished'],
		['c', 'failed'],
	])('is what the contract says of %s', (phase, state) => {
		expect(reading({ phase, status: 'running' }, { piece }).reader.state()).toMatchObject({
			state,
			rawState: phase,
			rule: 'contract',
			path: 'phase',
		});
	});

	it('of a failed job comes with the reason that the response names', () => {
		expect(reading({ phase: 'c', error: 'No luck' }, { piece }).reader.state()).toMatchObject({
			reason: 'No luck',
		});
		const named = { ...piece, reason: 'why' };
		const value = { phase: 'c', error: 'No luck', why: 'Private' };
		expect(reading(value, { piece: named }).reader.state()).toMatchObject({ reason: 'Private' });
	});

	it('that has an unknown word, or none, keeps the reason of the contract', () => {
		const named = { ...piece, reason: 'why' };
		for (const phase of [{ phase: 'failed' }, {}]) {
			const { reader } = reading({ ...phase, status: 'failed', why: 'Private' }, { piece: named });
			expect(reader.state()).toMatchObject({ state: 'failed', reason: 'Private' });
		}
	});

	it.each([
		['missing', { status: 'done' }, "the state is not at 'phase'; it is now at 'status'"],
		[
			'an unknown word',
			{ phase: 'odd', status: 'done' },
			"the state 'odd' at 'phase' is unknown; it is now at 'status'",
		],
	])('that is %s is recognised with a hint, or a failure if it is strict', (_, value, change) => {
		const read = reading(value, { piece });
		expect(read.reader.state()).toMatchObject({ state: 'finished' });
		expect(read.hints.texts()).toEqual([
			`GET /screening/{id} differs from the contract in the credential: ${change}. The node recognised it instead. Create the contract again.`,
		]);
		const details = detailsOf(() => reading(value, { piece, strict: true }).reader.state());
		expect(details).toMatchObject({
			kind: 'response',
			message: `The response of GET /screening/{id} differs from the contract in the credential: ${change}`,
			response: value,
		});
	});

	it('that is the word for a successful request is a difference in any other response', () => {
		const read = reading({ phase: 'success' }, { piece });
		expect(read.reader.state()).toMatchObject({ state: 'finished' });
		expect(read.hints.texts()).toHaveLength(1);
	});

	it('of a submission is not the success of the request', () => {
		const submitted = (phase: string) =>
			reading({ id: 'j1', phase }, { piece, strict: true, endpoint: submit }).reader;
		const submission = true;
		expect(submitted('success').state({ submission })).toMatchObject({ state: 'pending' });
		expect(submitted('c').state({ submission })).toMatchObject({ state: 'failed' });
	});
});

describe('the ID by a contract', () => {
	const piece = { id: 'data.key' };
	const value = { data: { key: 'k' }, id: 'i' };
	const read = (more: Read) => reading(value, { endpoint: submit, ...more });

	it("is the one at 'ID Path' where the user sets it", () => {
		expect(read({ piece, options: { idPath: 'id' } }).reader.id()?.value).toBe('i');
	});

	it('that is missing is recognised, and a strict contract names it in the failure', () => {
		const elsewhere = { piece: { id: 'nowhere' } };
		expect(read(elsewhere).reader.id()?.value).toBe('i');
		const details = detailsOf(() => read({ ...elsewhere, strict: true }).reader.id());
		expect(details.job).toEqual({ id: 'i' });
		expect(details.description).toMatch(
			/^The ID of the job may be i\. .*then retry this execution/,
		);
	});

	it('that is missing altogether is a difference, too', () => {
		const nothing = reading({ fine: true }, { piece, endpoint: submit });
		expect(nothing.reader.id()).toBeUndefined();
		expect(nothing.hints.texts()).toEqual([
			expect.stringContaining("the ID is not at 'data.key'."),
		]);
	});
});

describe('rows by a contract', () => {
	const piece = { rows: 'found.here' };
	const rows = [{ n: 1 }];
	const other = [{ m: 1 }, { m: 2 }];

	it("are those at 'Rows Path' where the user sets it", () => {
		const options = { rowsPath: 'data' };
		const read = reading({ found: { here: rows }, data: other }, { piece, options });
		expect(read.reader.rows()?.value).toEqual(other);
	});

	it('are none in an empty response, which differs from nothing', () => {
		const read = reading(undefined, { piece, content: { kind: 'empty' } });
		expect([read.reader.rows()?.value, read.hints.texts()]).toEqual([[], []]);
	});

	it('are none where null is in their place', () => {
		const none = reading({ found: { here: null } }, { piece });
		expect([none.reader.rows()?.value, none.hints.texts()]).toEqual([[], []]);
	});
});

describe('other values by a contract', () => {
	it.each([
		['link', { at: 'https://a.example/1', url: 'https://a.example/2' }, 'https://a.example/1'],
		['rating', { at: 'LOW', risk_level: 'HIGH' }, 'LOW'],
		['rating', { at: 0, risk_level: 'HIGH' }, 0],
		['count', { at: [1, 2, 3], flagged_count: 1 }, 3],
	] as const)('are at its path: %s in %j', (kind, value, expected) => {
		expect(reading(value, { piece: { [kind]: 'at' } }).reader.value(kind)).toBe(expected);
	});

	it.each([
		['link', 0],
		['rating', 1],
		['count', 1],
	] as const)('that are missing are a difference, except a link: %s', (kind, hints) => {
		const read = reading({ ok: true }, { piece: { [kind]: 'at' } });
		expect(read.reader.value(kind)).toBeUndefined();
		expect(read.hints.texts()).toHaveLength(hints);
	});
});

describe('pages by a contract', () => {
	const LIST = 'list /discovery';
	const page = (more: object, n = 1) => ({ data: [{ n }], ...more });
	const asked = (requests: Array<{ body?: string }>) =>
		requests.map(({ body = '' }) => JSON.parse(body) as object);
	const read = async (
		next: object,
		answers: object[],
		options: INodeParameters = {},
		strict = false,
		body: IDataObject = { who: 'a' },
	) => {
		const pages = [...answers];
		return await ran(LIST, {
			answer: () => pages.shift(),
			options,
			item: { draft: { endpoint: { method: 'POST', path: '/discovery' }, query: [], body } },
			contract: { strict, endpoints: { 'POST /discovery': { rows: 'data', next } } },
		});
	};
	const cursor = { scheme: 'cursor', path: 'more', name: 'after' };

	it('are not sought where the field for the next page is left out', async () => {
		const { requests, hints } = await read(cursor, [page({}), page({})]);
		expect([requests.length, hints]).toEqual([1, []]);
	});

	it('are recognised where the next page is elsewhere, with a hint', async () => {
		const { requests, hints } = await read(cursor, [page({ next_cursor: 'x' }), page({}, 2)]);
		expect(requests).toHaveLength(2);
		expect(hints).toEqual([
			expect.stringContaining("the next page is not at 'more'; it is now at"),
		]);
	});

	it('are not sought where a full page would be the only reason', async () => {
		const body = { offset: 0, limit: 1 };
		const answers = [page({}), page({}, 2), { data: [] }];
		const without = await ran(LIST, {
			answer: () => answers.shift(),
			item: { draft: { endpoint: { method: 'POST', path: '/discovery' }, query: [], body } },
		});
		expect(without.requests).toHaveLength(3);
		const { requests, hints } = await read(cursor, [page({}), page({}, 2)], {}, false, body);
		expect([requests.length, hints]).toEqual([1, []]);
	});

	it("are read by 'Rows Path' and 'Pagination' where the user sets them", async () => {
		const answers = [
			{ data: [{ n: 1 }], own: [{ m: 1 }], more: 'x' },
			{ data: [{ n: 2 }], own: [] },
		];
		const { items, requests } = await read(cursor, answers, { rowsPath: 'own' });
		expect(items).toEqual([{ json: { m: 1 } }]);
		expect(requests).toHaveLength(2);
		const none = await read(cursor, answers, { pagination: 'none' });
		expect([none.items, none.requests.length]).toEqual([[{ json: { n: 1 } }], 1]);
	});

	it('are kept up to the one that differs, if the contract is strict', async () => {
		const list = await read(cursor, [page({ next_cursor: 'x' }), page({}, 2)], {}, true);
		expect(list).toMatchObject({
			items: [{ json: { n: 1 } }],
			error: { details: { kind: 'response' } },
		});
	});

	it.each<[string, number[], object, number]>([
		['of unequal length', [10, 9, 10, 5, 0], {}, 34],
		['of which the first is short', [8, 10, 10, 2], { total: 30 }, 30],
	])('by number are read to the end: %s', async (_, sizes, more, count) => {
		const rows = (from: number, length: number) =>
			Array.from({ length }, (__, at) => ({ n: from + at }));
		const pages = sizes.map((size, at) => ({ data: rows(100 * at, size), ...more }));
		const next = { scheme: 'page', name: 'page', ...('total' in more && { total: 'total' }) };
		expect((await read(next, pages)).items).toHaveLength(count);
	});

	it("are requested as 'Pagination' says, by the names of the contract", async () => {
		const offset = { scheme: 'offset', name: 'skip', size: 'take' };
		const options = { pagination: 'offset', maxPages: 2 };
		const { requests } = await read(offset, [page({}), page({}, 2), page({}, 3)], options);
		expect(asked(requests)).toEqual([{ who: 'a' }, { who: 'a', skip: 1 }]);
	});
});
