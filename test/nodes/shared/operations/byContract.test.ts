import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { Failure } from '../../../../nodes/shared/failure/Failure';
import type { Endpoint } from '../../../../nodes/shared/catalogue/types';
import { readContract } from '../../../../nodes/shared/contract/parse';
import type { Content } from '../../../../nodes/shared/http/types';
import {
	jobIdOf,
	pagesOf,
	readRows,
	readValue,
	stateAfterSubmission,
	stateOf,
	type PinnedReading,
} from '../../../../nodes/shared/operations/byContract';
import { Hints } from '../../../../nodes/shared/operations/Hints';
import { settingsOf } from '../../../support/options';
import { json, response, thrownBy } from '../responses';
import { ran, service } from './runs';

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
function reading(value: unknown, read: Read = {}): PinnedReading {
	const { piece, strict = false, options = {}, endpoint = get } = read;
	const { content = { kind: 'data', value } } = read;
	const endpoints = { [`${endpoint.method} ${endpoint.path}`]: piece };
	const contract =
		piece &&
		readContract({
			responseContract: JSON.stringify({ version: 1, endpoints }),
			strictContract: strict,
		});
	return {
		settings: { ...settingsOf(options), contract },
		hints: new Hints(),
		endpoint,
		received: { content, response: content.kind === 'empty' ? response('') : json(value) },
	};
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
		expect(stateOf(reading({ phase, status: 'running' }, { piece }))).toMatchObject({
			state,
			rawState: phase,
			rule: 'contract',
			path: 'phase',
		});
	});

	it("is recognised where 'State Path' corrects it", () => {
		const read = reading({ phase: 'a', own: 'done' }, { piece, options: { statePath: 'own' } });
		expect(stateOf(read)).toMatchObject({ state: 'finished', rawState: 'done', path: 'own' });
		expect(read.hints.texts()).toEqual([]);
	});

	it('is recognised where the contract has no state', () => {
		const read = reading({ status: 'done' }, { piece: { id: 'id' } });
		expect(stateOf(read)).toMatchObject({ state: 'finished' });
		expect(read.hints.texts()).toEqual([]);
	});

	it('of a failed job comes with the reason that the response names', () => {
		expect(stateOf(reading({ phase: 'c', error: 'No luck' }, { piece }))).toMatchObject({
			reason: 'No luck',
		});
		const named = { ...piece, reason: 'why' };
		const value = { phase: 'c', error: 'No luck', why: 'Private' };
		expect(stateOf(reading(value, { piece: named }))).toMatchObject({ reason: 'Private' });
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
		expect(stateOf(read)).toMatchObject({ state: 'finished' });
		expect(read.hints.texts()).toEqual([
			`GET /screening/{id} differs from the contract in the credential: ${change}. The node recognised it instead. Create the contract again.`,
		]);
		const details = detailsOf(() => stateOf(reading(value, { piece, strict: true })));
		expect(details).toMatchObject({
			kind: 'response',
			message: `The response of GET /screening/{id} differs from the contract in the credential: ${change}`,
			response: value,
		});
	});

	it.each([
		[100, 100],
		[101, 100],
	])('shows a path of %d characters with %d', (length, shown) => {
		const outer = 'x'.repeat(length - '.status'.length);
		const read = reading({ [outer]: { status: 'done' } }, { piece });
		stateOf(read);
		const path = `${outer}.status`.slice(0, shown);
		expect(read.hints.texts()[0]).toContain(`it is now at '${path}'.`);
	});

	it('that is the word for a successful request is a difference in any other response', () => {
		const read = reading({ phase: 'success' }, { piece });
		expect(stateOf(read)).toMatchObject({ state: 'finished' });
		expect(read.hints.texts()).toHaveLength(1);
	});

	describe('in the response to a submission', () => {
		const submitted = (value: unknown, own: object, strict = false) => {
			const read = reading(value, { piece: own, strict, endpoint: submit });
			return stateAfterSubmission(read, jobIdOf(read));
		};

		it('is none where the contract has only the ID', () => {
			expect(submitted({ id: 'j1', status: 'done' }, { id: 'id' })).toMatchObject({
				state: 'pending',
				rawState: null,
			});
		});

		it('is recognised where the ID is not that of the contract', () => {
			expect(submitted({ job_id: 'j1', status: 'failed' }, { id: 'id' })).toMatchObject({
				state: 'failed',
			});
		});

		it('is not the success of the request', () => {
			const own = { ...piece, id: 'id' };
			const state = submitted({ id: 'j1', phase: 'success' }, own, true);
			expect(state).toMatchObject({ state: 'pending', rawState: null });
			expect(submitted({ id: 'j1', phase: 'c' }, own)).toMatchObject({ state: 'failed' });
		});
	});
});

describe('the ID by a contract', () => {
	const piece = { id: 'data.key' };
	const value = { data: { key: 'k' }, id: 'i' };
	const read = (more: Read) => reading(value, { endpoint: submit, ...more });

	it('is the one at its path, for certain', () => {
		expect(jobIdOf(read({ piece }))).toMatchObject({
			value: 'k',
			path: 'data.key',
			weak: false,
			isUncertain: false,
			rivals: [],
		});
	});

	it("is the one at 'ID Path' where the user sets it", () => {
		expect(jobIdOf(read({ piece, options: { idPath: 'id' } }))?.value).toBe('i');
	});

	it('that is missing is recognised, and a strict contract names it in the failure', () => {
		const elsewhere = { piece: { id: 'nowhere' } };
		expect(jobIdOf(read(elsewhere))?.value).toBe('i');
		const details = detailsOf(() => jobIdOf(read({ ...elsewhere, strict: true })));
		expect(details.job).toEqual({ id: 'i' });
		expect(details.description).toMatch(
			/^The ID of the job may be i\. .*then retry this execution/,
		);
	});

	it('that is missing altogether is a difference, too', () => {
		const nothing = reading({ fine: true }, { piece, endpoint: submit });
		expect(jobIdOf(nothing)).toBeUndefined();
		expect(nothing.hints.texts()).toEqual([
			expect.stringContaining("the ID is not at 'data.key'."),
		]);
	});
});

describe('rows by a contract', () => {
	const piece = { rows: 'found.here' };
	const rows = [{ n: 1 }];
	const other = [{ m: 1 }, { m: 2 }];

	it('are those at its path', () => {
		const read = reading({ found: { here: rows }, data: other }, { piece });
		expect(readRows(read)).toMatchObject({ rows, path: 'found.here', rule: 'contract' });
	});

	it("are those at 'Rows Path' where the user sets it", () => {
		const options = { rowsPath: 'data' };
		const read = reading({ found: { here: rows }, data: other }, { piece, options });
		expect(readRows(read)?.rows).toEqual(other);
	});

	it('are none in an empty response, which differs from nothing', () => {
		const read = reading(undefined, { piece, content: { kind: 'empty' } });
		expect([readRows(read)?.rows, read.hints.texts()]).toEqual([[], []]);
	});

	it('are none where null is in their place, unless there are rows somewhere else', () => {
		const none = reading({ found: { here: null } }, { piece });
		expect([readRows(none)?.rows, none.hints.texts()]).toEqual([[], []]);
		const moved = reading({ found: { here: null }, data: other }, { piece });
		expect(readRows(moved)?.rows).toEqual(other);
		expect(moved.hints.texts()).toHaveLength(1);
	});

	it('that are elsewhere on a later page are a difference', () => {
		const read = reading({ data: other }, { piece });
		expect(readRows(read, { isLater: true })?.rows).toEqual(other);
		expect(read.hints.texts()).toHaveLength(1);
	});

	it.each([
		[true, 0],
		[false, 1],
	])('may be left out after the last page: %s', (isLater, hints) => {
		const read = reading({ ok: true }, { piece });
		expect(readRows(read, { isLater })).toBeUndefined();
		expect(read.hints.texts()).toHaveLength(hints);
	});
});

describe('other values by a contract', () => {
	it.each([
		['link', { at: 'https://a.example/1', url: 'https://a.example/2' }, 'https://a.example/1'],
		['rating', { at: 'LOW', risk_level: 'HIGH' }, 'LOW'],
		['rating', { at: 0, risk_level: 'HIGH' }, 0],
		['count', { at: [1, 2, 3], flagged_count: 1 }, 3],
	] as const)('are at its path: %s in %j', (kind, value, expected) => {
		expect(readValue(reading(value, { piece: { [kind]: 'at' } }), kind)).toBe(expected);
	});

	it.each([
		['link', 0],
		['rating', 1],
		['count', 1],
	] as const)('that are missing are a difference, except a link: %s', (kind, hints) => {
		const read = reading({ ok: true }, { piece: { [kind]: 'at' } });
		expect(readValue(read, kind)).toBeUndefined();
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

	it('are requested by its field', async () => {
		const { requests, items } = await read(cursor, [page({ more: 'x' }), page({ more: null }, 2)]);
		expect(asked(requests)).toEqual([{ who: 'a' }, { who: 'a', after: 'x' }]);
		expect(items).toHaveLength(2);
	});

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
		const { error } = await read(cursor, [page({ next_cursor: 'x' }), page({}, 2)], {}, true);
		expect(error).toMatchObject({
			items: [{ json: { n: 1 } }],
			failure: { details: { kind: 'response' } },
		});
	});

	it('are recognised where the contract has none, and a hint says so', async () => {
		const { requests, hints } = await read({ scheme: 'none' }, [
			page({ next_cursor: 'x' }),
			page({}, 2),
		]);
		expect(requests).toHaveLength(2);
		expect(hints).toEqual([
			expect.stringContaining('there is a next page, but the contract defines none'),
		]);
	});

	it("are requested as 'Pagination' says, by the names of the contract", async () => {
		const offset = { scheme: 'offset', name: 'skip', size: 'take' };
		const options = { pagination: 'offset', maxPages: 2 };
		const { requests } = await read(offset, [page({}), page({}, 2), page({}, 3)], options);
		expect(asked(requests)).toEqual([{ who: 'a' }, { who: 'a', skip: 1 }]);
		const { settings, endpoint, hints } = reading({}, { piece: { next: offset }, options });
		expect(pagesOf({ settings, endpoint, hints })).toMatchObject({
			scheme: 'offset',
			names: { offsetName: 'skip', limitName: 'take', pageSizeName: 'take' },
		});
	});
});

it('the cost of a paid request is at the path of the contract', async () => {
	const { run } = await ran('submit /screening', {
		answer: service([]),
		contract: { endpoints: { 'POST /screening': { id: 'id', cost: 'price' } } },
	});
	expect(run.paid.summary()).toBe('Requests sent that may be charged: 1.');
	const priced = await ran('submit /screening', {
		answer: () => ({ id: 'j1', price: 4, credits_used: 9 }),
		contract: { endpoints: { 'POST /screening': { id: 'id', cost: 'price' } } },
	});
	expect(priced.run.paid.summary()).toContain('used, according to the service: 4.');
});
