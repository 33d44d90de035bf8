import { CONTRACT_RULE, type NextPageContract } from '../../../../nodes/shared/contract/contract';
import type { PageContext } from '../../../../nodes/shared/lists/nextStep';
import { pinnedStep } from '../../../../nodes/shared/lists/pinnedStep';
import type { NextPageEvidence, Step } from '../../../../nodes/shared/lists/scheme';

interface Situation extends Partial<Omit<PageContext, 'entered'>> {
	entered?: Record<string, unknown>;
}

/** After a first page of ten rows. */
const after = (response: unknown, { entered = {}, ...more }: Situation = {}): PageContext => ({
	response,
	headers: {},
	rowsPath: 'rows',
	rows: 10,
	largestPage: 10,
	fetched: 10,
	pages: 1,
	entered: { names: Object.keys(entered), value: (name) => entered[name] },
	resolve: (link) => (link.startsWith('/') ? `https://api.example.com${link}` : undefined),
	...more,
});
const fields = (values: Record<string, string | number>): Step => ({ fields: values });

const cursor: NextPageContract = { scheme: 'cursor', path: ['meta.next'], name: 'from' };
const link: NextPageContract = { scheme: 'nextUrl', path: ['next', 'headers.link'] };
const offset: NextPageContract = { scheme: 'offset', name: 'skip', size: 'take' };
const page: NextPageContract = { scheme: 'page', name: 'p', size: 'n' };

describe('the next page, by a contract', () => {
	it.each<[string, NextPageContract, PageContext, Step, NextPageEvidence]>([
		['a cursor', cursor, after({ meta: { next: 'a' } }), fields({ from: 'a' }), 'named'],
		['a link', link, after({ next: '/l?p=2' }), { url: 'https://api.example.com/l?p=2' }, 'named'],
		[
			'a link in a header',
			link,
			after({ next: null }, { headers: { link: '</l?p=2>; rel="next"' } }),
			{ url: 'https://api.example.com/l?p=2' },
			'named',
		],
		[
			'a cursor that stays, after rows',
			cursor,
			after({ meta: { next: 'a' } }, { requested: fields({ from: 'a' }) }),
			fields({ from: 'a' }),
			'named',
		],
		[
			'another cursor, after an empty page',
			cursor,
			after({ meta: { next: 'b' } }, { rows: 0, requested: fields({ from: 'a' }) }),
			fields({ from: 'b' }),
			'named',
		],
		['rows from the first one on', offset, after({}), fields({ skip: 10 }), 'full'],
		[
			'rows, where pages count from 0',
			{ ...offset, first: 0 },
			after({}),
			fields({ skip: 10 }),
			'full',
		],
		[
			'rows from an entered one on',
			offset,
			after({}, { entered: { skip: 30 } }),
			fields({ skip: 40 }),
			'full',
		],
		[
			'rows from the requested ones on',
			offset,
			after({}, { entered: { skip: '30' }, requested: fields({ skip: 40 }) }),
			fields({ skip: 50 }),
			'full',
		],
		['the second page', page, after({}), fields({ p: 2 }), 'full'],
		['the second page from 0', { ...page, first: 0 }, after({}), fields({ p: 1 }), 'full'],
		[
			'the page after an entered one',
			page,
			after({}, { entered: { p: 4 } }),
			fields({ p: 5 }),
			'full',
		],
		[
			'rows up to a total',
			{ ...offset, total: ['total'] },
			after({ total: 21 }, { requested: fields({ skip: 10 }) }),
			fields({ skip: 20 }),
			'announced',
		],
		[
			'pages up to a total of rows',
			{ ...page, total: ['total'] },
			after({ total: 21 }, { requested: fields({ p: 2 }) }),
			fields({ p: 3 }),
			'announced',
		],
		[
			'pages up to a total of pages, after a short one',
			{ ...page, pages: ['pages'] },
			after({ pages: 3 }, { rows: 4, requested: fields({ p: 2 }) }),
			fields({ p: 3 }),
			'announced',
		],
		[
			'pages from 0 up to their total',
			{ ...page, first: 0, pages: ['pages'] },
			after({ pages: 3 }, { requested: fields({ p: 1 }) }),
			fields({ p: 2 }),
			'announced',
		],
		[
			'rows after as many as entered',
			offset,
			after({}, { entered: { take: 10 } }),
			fields({ skip: 10 }),
			'full',
		],
		[
			'rows after a page of the entered size, shorter than an earlier one',
			offset,
			after({}, { entered: { take: 5 }, rows: 5, requested: fields({ skip: 10 }) }),
			fields({ skip: 15 }),
			'full',
		],
	])('%s', (_, pin, context, step, basis) => {
		expect(pinnedStep(pin, context)).toMatchObject({
			...{ kind: 'next', step, basis, isComplete: false },
			found: { rule: CONTRACT_RULE, sent: step },
		});
	});
});

describe('the end, by a contract', () => {
	it.each<[string, NextPageContract, PageContext]>([
		['no cursor', cursor, after({ meta: { next: null } })],
		['an empty cursor', cursor, after({ meta: { next: '' } })],
		[
			'an empty page of a scroll, which keeps its cursor',
			cursor,
			after({ meta: { next: 'a' } }, { rows: 0, requested: fields({ from: 'a' }) }),
		],
		['no link', link, after({ next: null })],
		['an empty page of rows', offset, after({}, { rows: 0 })],
		['an empty page', { ...page, pages: ['pages'] }, after({ pages: 3 }, { rows: 0 })],
		[
			'the total of rows',
			{ ...offset, total: ['total'] },
			after({ total: 20 }, { entered: { skip: 10 } }),
		],
		[
			'the total of rows, by pages',
			{ ...page, total: ['total'] },
			after({ total: 20 }, { requested: fields({ p: 2 }) }),
		],
		[
			'the total of rows, by pages from 0',
			{ ...page, first: 0, total: ['total'] },
			after({ total: 20 }, { requested: fields({ p: 1 }) }),
		],
		[
			'the total of pages',
			{ ...page, pages: ['pages'] },
			after({ pages: 3 }, { requested: fields({ p: 3 }) }),
		],
		[
			'the total of pages, from 0',
			{ ...page, first: 0, pages: ['pages'] },
			after({ pages: 3 }, { requested: fields({ p: 2 }) }),
		],
		['a page shorter than earlier ones', offset, after({}, { rows: 9 })],
		['a page shorter than entered', page, after({}, { entered: { n: 20 } })],
	])('%s', (_, pin, context) => {
		expect(pinnedStep(pin, context)).toEqual({ kind: 'end' });
	});

	it('may be a link to another host', () => {
		expect(pinnedStep(link, after({ next: 'https://x.example/' }))).toEqual({
			kind: 'end',
			incomplete: 'otherOrigin',
		});
	});
});

describe('a response that differs from the contract', () => {
	it.each<[string, NextPageContract, PageContext, string]>([
		['a cursor', cursor, after({ meta: {} }), 'meta.next'],
		['a link', link, after({}), 'next, headers.link'],
		['a total of rows', { ...offset, total: ['total', 'count'] }, after({}), 'total, count'],
		['a total of pages', { ...page, pages: ['pages'] }, after({ pages: 'many' }), 'pages'],
		['one page', { scheme: 'none' }, after({}), ''],
	])('by %s', (_, pin, context, path) => {
		expect(pinnedStep(pin, context)).toEqual({ kind: 'missing', path });
	});

	it('ends the list all the same if it has no rows', () => {
		const empty = after({}, { rows: 0 });
		expect(pinnedStep({ ...offset, total: ['total'] }, empty)).toEqual({ kind: 'end' });
	});
});
