import type { EndpointContract } from '../../../../nodes/shared/contract/contract';
import {
	learnNext,
	learnPlace,
	learnState,
	mergePieces,
} from '../../../../nodes/shared/contract/learn';
import { readPieces } from '../../../../nodes/shared/contract/parse';
import type { Source } from '../../../../nodes/shared/contract/read';
import type { ReadState } from '../../../../nodes/shared/recognition/jobState';

const LABEL = 'GET /a/{id}';
const merged = (...pieces: object[]) => {
	const { pieces: all, conflicts } = mergePieces(
		pieces.map((piece) => readPieces({ [LABEL]: piece })),
	);
	return { piece: all.get(LABEL) as EndpointContract, conflicts };
};

describe('pieces of one endpoint', () => {
	it('are merged', () => {
		const { piece, conflicts } = merged(
			{ id: 'a', state: { path: 'status', pending: 'new' }, fields: { x: 'y' } },
			{ id: ['b', 'a'], rows: 'data', state: { path: '', pending: 'queued', finished: 'ok' } },
			{ next: { scheme: 'cursor', path: 'next', name: 'c' } },
			{ next: { scheme: 'cursor', path: 'meta.next', name: 'c', total: 'n' } },
		);
		expect(conflicts).toEqual([]);
		expect(piece).toEqual({
			id: ['a', 'b'],
			rows: ['data'],
			state: { path: ['status', ''], pending: ['new', 'queued'], finished: ['ok'], failed: [] },
			next: { scheme: 'cursor', path: ['next', 'meta.next'], name: 'c', total: ['n'] },
			fields: { x: 'y' },
		});
	});

	it.each<[string, object, object, string]>([
		[
			'a word for two states',
			{ state: { path: 'a', pending: 'ready' } },
			{ state: { path: 'a', finished: 'ready' } },
			"'ready' means pending and finished",
		],
		[
			'a word for two ends without a reason',
			{ state: { path: 'a', finished: 'over' } },
			{ state: { path: 'a', failed: 'over' } },
			"'over' means finished and failed",
		],
		[
			'a word for pending and for an end with a reason',
			{ state: { path: 'a', pending: 'over' }, reason: 'why' },
			{ state: { path: 'a', failed: 'over' }, reason: 'why' },
			"'over' means pending and failed",
		],
		[
			'two ways to the next page',
			{ next: { scheme: 'page', name: 'p' } },
			{ next: { scheme: 'offset', name: 'o' } },
			'the next page is requested by page p and by offset o',
		],
	])('conflict in %s: the first is kept', (_, first, second, conflict) => {
		const { piece, conflicts } = merged(first, second);
		expect(conflicts).toEqual([`${LABEL}: ${conflict}`]);
		expect(piece).toEqual(merged(first).piece);
	});

	it('may have one word for two states that the reason distinguishes', () => {
		const { piece, conflicts } = merged(
			{ state: { path: 'a', finished: 'over' } },
			{ reason: 'why', state: { path: 'a', failed: 'over' } },
		);
		expect(conflicts).toEqual([]);
		expect(piece.state).toMatchObject({ finished: ['over'], failed: ['over'] });
	});
});

describe('a path', () => {
	const learn = (path: string, value: unknown) =>
		learnPlace('link', { path, value }, { value: body, headers: {} }, (raw) => raw).link;
	const body = { url: 'x', links: [{ rel: 'self' }, { rel: 'download', href: 'y' }] };

	it('is learned where the value is the same', () => {
		expect(learn('url', 'x')).toEqual(['url']);
		expect(learn('links', 'y')).toEqual(['links.1.href']);
		expect(learn('url', 'other')).toBeUndefined();
	});
});

describe('the word for a state', () => {
	const none = { pending: [], finished: [], failed: [] };
	const word = { rawState: 'x', basis: 'word', path: 'status' } as const;
	const byStatus = { state: 'pending', rawState: null, basis: 'status' } as const;
	const source = (value: unknown, status = 200): Source => ({ value, headers: {}, status });

	it.each<[string, ReadState, Source, EndpointContract['state']]>([
		[
			'is learned with its path',
			{ ...word, state: 'finished' },
			source({ status: 'ok' }),
			{ path: ['status'], ...none, finished: ['ok'] },
		],
		[
			'is learned from a flag',
			{ ...word, basis: 'flag', state: 'pending' },
			source({ status: false }),
			{ path: ['status'], ...none, pending: ['false'] },
		],
		[
			'is not learned if its meaning is unknown',
			{ ...word, state: 'pending', unknown: true },
			source({ status: 'hm' }),
			undefined,
		],
		[
			'is learned with up to 40 characters',
			{ ...word, state: 'pending' },
			source({ status: 'x'.repeat(40) }),
			{ path: ['status'], ...none, pending: ['x'.repeat(40)] },
		],
		[
			'is not learned if it is longer',
			{ ...word, state: 'pending' },
			source({ status: 'x'.repeat(41) }),
			undefined,
		],
		[
			'is the HTTP status other than 200',
			byStatus,
			source({}, 201),
			{ path: ['headers.:status'], ...none, pending: ['201'] },
		],
		[
			'is not the HTTP status 200, which a finished job has as well',
			byStatus,
			source({}),
			undefined,
		],
		['is the empty response', byStatus, source(''), { path: [''], ...none, pending: [''] }],
		[
			'is the list in the response of a finished job',
			{ state: 'finished', rawState: null, basis: 'rows' },
			source({ total: 1, data: [1] }),
			{ path: ['data'], ...none, finished: ['[]'] },
		],
	])('%s', (_, seen, from, state) => {
		expect(learnState(seen, from)).toEqual(state === undefined ? {} : { state });
	});
});

describe('the request for the next page', () => {
	const mark = <T>(value: T, path: string) => ({ value, path, key: path });
	it.each<[string, Parameters<typeof learnNext>[0], unknown]>([
		[
			'a link',
			{ found: { path: 'next', sent: { url: 'https://a' } }, info: { next: [] }, rows: 2 },
			{ scheme: 'nextUrl', path: ['next'] },
		],
		[
			'an offset',
			{
				found: { path: 'from', value: 0, sent: { fields: { limit: 20, start: 20 } } },
				info: { next: [], offset: mark(0, 'from'), total: mark(45, 'n') },
				rows: 20,
			},
			{ scheme: 'offset', name: 'start', total: ['n'] },
		],
		[
			'a page from 0 on',
			{
				found: { path: 'p', value: 0, sent: { fields: { page: 1 } } },
				info: { next: [], totalPages: mark(3, 'pages') },
				rows: 1,
			},
			{ scheme: 'page', name: 'page', first: 0, pages: ['pages'] },
		],
		[
			'what cannot be told',
			{ found: { path: 'p', sent: { fields: { x: 7 } } }, info: { next: [] }, rows: 2 },
			undefined,
		],
	])('by %s', (_, page, next) => {
		expect(learnNext(page).next).toEqual(next);
	});
});
