import type { NextPlan } from '../../../../nodes/shared/plan/plan';
import { Failure } from '../../../../nodes/shared/failure/Failure';
import {
	afterPage,
	INITIAL_LIST_STATE,
	type ListState,
	type PageEvent,
} from '../../../../nodes/shared/lists/afterPage';
import {
	DEFAULT_PAGE_SETTINGS,
	type NextPageEvidence,
} from '../../../../nodes/shared/lists/scheme';

const maxRows = {
	settings: DEFAULT_PAGE_SETTINGS,
	maxRows: 30,
	entered: { names: [], value: () => undefined },
};
const page = (count: number, response: object = { next_cursor: `c${count}` }): PageEvent => ({
	kind: 'page',
	page: {
		rows: Array.from({ length: count }, (_, id) => ({ id })),
		rowsPath: 'rows',
		response,
		headers: {},
		resolve: (link) => link,
	},
});
const failed = (status: number): PageEvent => ({
	kind: 'failed',
	failure: new Failure({ kind: 'request', message: 'x', request: 'GET /x', status }),
});
const after = (events: PageEvent[], list: ListState = INITIAL_LIST_STATE) =>
	events.reduce((state, event) => afterPage(state, event, maxRows), list);
/** A list of one page, and why another one is requested. */
const listBy = (basis: NextPageEvidence, isComplete = false): ListState => {
	const list = after([page(10)]);
	return list.next ? { ...list, next: { ...list.next, basis, isComplete } } : list;
};

it('counts pages and rows, and keeps how the second page was recognised', () => {
	const list = after([page(10), page(0), page(12)]);
	expect(list).toMatchObject({ pages: 3, fetched: 22, largestPage: 12, emptyInARow: 0 });
	expect(list).toMatchObject({ hasEmptyPage: true, recognised: { value: 'c10' } });
	expect(list.next?.step).toEqual({ fields: { cursor: 'c12' } });
});

it.each<[string, ListState, PageEvent, Partial<ListState>]>([
	['enough rows', after([page(20)]), page(10), { fetched: 30, incomplete: undefined }],
	[
		'the last page',
		INITIAL_LIST_STATE,
		page(3, { next: null }),
		{ pages: 1, incomplete: undefined },
	],
	['no way on', INITIAL_LIST_STATE, page(0, { has_more: true }), { incomplete: 'unknownNext' }],
	[
		'empty pages',
		{ ...INITIAL_LIST_STATE, emptyInARow: 10 },
		page(0),
		{ incomplete: 'emptyPages' },
	],
	['a scroll', after([page(3)]), page(3, { next_cursor: 'c3', total: 6 }), { fetched: 6 }],
	['a circle', listBy('named'), { kind: 'noProgress' }, { incomplete: 'noProgress' }],
	['a circle at the end', listBy('named', true), { kind: 'noProgress' }, { incomplete: undefined }],
	['nothing behind it', listBy('probe'), { kind: 'noProgress' }, { incomplete: undefined }],
	['Max Pages', listBy('full'), { kind: 'maxPages' }, { incomplete: 'maxPages' }],
	['Max Pages for a probe', listBy('probe'), { kind: 'maxPages' }, { incomplete: undefined }],
	['a rejected probe', listBy('probe'), failed(404), { incomplete: undefined }],
	['an outage for a probe', listBy('probe'), failed(503), { incomplete: 'nextPageRejected' }],
	['a rejected page', listBy('full'), failed(404), { incomplete: 'nextPageRejected' }],
	['a rejected guess', listBy('guessed'), failed(422), { incomplete: 'nextPageRejected' }],
	['a rejected named page', listBy('named'), failed(404), { failure: expect.any(Failure) }],
	['an outage', listBy('full'), failed(503), { failure: expect.any(Failure) }],
	['a fault', listBy('probe'), { kind: 'failed', failure: 'x' }, { failure: 'x' }],
])('ends: %s', (_, list, event, end) => {
	expect(afterPage(list, event, maxRows)).toMatchObject({ next: undefined, ...end });
});

it('reads on behind ten empty pages in a row', () => {
	const list = afterPage({ ...INITIAL_LIST_STATE, emptyInARow: 9 }, page(0), maxRows);
	expect(list).toMatchObject({ emptyInARow: 10, next: { kind: 'next' } });
});

describe('the next page by a contract', () => {
	const plan: NextPlan = { scheme: 'cursor', path: ['own'], name: 'from' };
	const own = (value: object): PageEvent => {
		const event = page(10);
		return event.kind === 'page' ? { ...event, page: { ...event.page, response: value } } : event;
	};

	it('comes before what the response is recognised to say', () => {
		const event = own({ own: 'a', next_cursor: 'b' });
		const list = afterPage(INITIAL_LIST_STATE, event, { ...maxRows, plan });
		expect(list).toMatchObject({ next: { step: { fields: { from: 'a' } } }, differences: [] });
	});

	it('that is somewhere else ends the list if the contract is strict', () => {
		const request = { ...maxRows, plan, isStrict: true };
		const list = afterPage(INITIAL_LIST_STATE, own({ next_cursor: 'b' }), request);
		expect(list).toMatchObject({ fetched: 10, next: undefined });
		expect(list.differences).toEqual([
			{ what: "the next page is not at 'own'", now: 'next_cursor' },
		]);
	});
});
