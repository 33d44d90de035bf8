import type { IDataObject } from 'n8n-workflow';

import {
	loadState,
	storeState,
} from '../../../../../nodes/CreatorIntelligenceTrigger/memory/saved/codec';

const NOW = Date.parse('2026-01-02T00:00:00Z');
const decodeSeen = (saved: unknown) =>
	loadState({ screenings: { seen: { a: saved } } } as IDataObject, NOW).screenings.seen.get('a');
const SENT = Date.parse('2026-01-01T00:00:00Z');

/** As n8n has it in its database. */
const SAVED =
	'{"version":1,"jobs":{"path":"/screening","emitted":["a","~1nvcaytp8xnx60"]},' +
	'"submissions":{"requestFingerprint":"16lrlqs1fbqs5","last":1767225600000,' +
	'"announcement":{"requestFingerprint":"16lrlqs1fbqs5","due":1767229200000,"by":"k3j2h1g0"},' +
	'"watched":[{"id":7,"path":"/screening","at":1767225600000},' +
	'{"id":"b","path":"/email-lookup","at":1767225600000,"emitted":true}]},' +
	'"screenings":{"seen":{"a":["LOW","m1","l1",2,1767225600,3,["x","y"]],' +
	'"b":[7,"m2","l2",3,1767225600,1,"aaaaaaabbbbbbbccccccc"],"c":[null,"m3","l3",9,1767225600,0]},' +
	'"before":{"a":["HIGH","m0","l0",0,1767225000,2,[]],"b":null}},' +
	'"batch":{"by":"k3j2h1g0","ids":["a"]}}';

const seen = {
	seenAtSeconds: SENT / 1_000,
	rating: null,
};

it('reads a saved state, and writes it back unchanged', () => {
	const state = loadState(JSON.parse(SAVED) as IDataObject, NOW);
	expect(state).toEqual({
		jobs: { path: '/screening', emitted: ['a', '~1nvcaytp8xnx60'] },
		submissions: {
			requestFingerprint: '16lrlqs1fbqs5',
			last: SENT,
			announcement: { requestFingerprint: '16lrlqs1fbqs5', due: SENT + 3_600_000, by: 'k3j2h1g0' },
			watched: [
				{ id: 7, path: '/screening', at: SENT },
				{ id: 'b', path: '/email-lookup', at: SENT, emitted: true },
			],
		},
		screenings: {
			seen: new Map([
				[
					'a',
					{
						...seen,
						rating: 'LOW',
						resultFingerprint: 'm1',
						listFingerprint: 'l1',
						flaggedCount: 2,
						changes: 3,
						flagged: ['x', 'y'],
					},
				],
				[
					'b',
					{
						...seen,
						rating: 7,
						resultFingerprint: 'm2',
						listFingerprint: 'l2',
						flaggedCount: 3,
						changes: 1,
						flagged: 'aaaaaaabbbbbbbccccccc',
					},
				],
				[
					'c',
					{
						...seen,
						resultFingerprint: 'm3',
						listFingerprint: 'l3',
						flaggedCount: 9,
						changes: 0,
					},
				],
			]),
			before: new Map([
				[
					'a',
					{
						rating: 'HIGH',
						resultFingerprint: 'm0',
						listFingerprint: 'l0',
						flaggedCount: 0,
						seenAtSeconds: SENT / 1_000 - 600,
						changes: 2,
						flagged: [],
					},
				],
				['b', null],
			]),
		},
		batch: { by: 'k3j2h1g0', ids: ['a'] },
	});
	const data: IDataObject = {};
	storeState(data, state);
	expect(JSON.stringify(data)).toBe(SAVED);
});

it('leaves unchanged entries untouched, and removes deleted ones', () => {
	const written: string[] = [];
	const data = new Proxy(JSON.parse(SAVED) as IDataObject, {
		set: (target, key, value) => {
			written.push(String(key));
			return Reflect.set(target, key, value);
		},
	});
	storeState(data, { ...loadState(data, NOW), batch: undefined });
	expect(written).toEqual([]);
	expect(data).not.toHaveProperty('batch');
});

it('a damaged record of submissions counts as a request that was sent', () => {
	const damaged = [
		{ submissions: 'x' },
		{ submissions: { watched: 'x' } },
		{ submissions: { a: {} } },
		{ version: 1 },
		{ submissions: { last: null } },
		{ submissions: { last: '1', requestFingerprint: 'a' } },
		{ submissions: { requestFingerprint: 3 } },
		{ submissions: { watched: [3] } },
	];
	for (const data of damaged) {
		expect(loadState(data, NOW).submissions).toMatchObject({ last: NOW, watched: [] });
	}
	const { submissions } = loadState({ submissions: { announcement: 'x', watched: [] } }, NOW);
	expect(submissions).toMatchObject({ last: undefined, announcement: { due: 0, by: '' } });
	expect(loadState({}, NOW).submissions).toEqual({ watched: [] });
});

it.each([undefined, null, 3, 'x', {}, [], ['LOW', 3, 'x']])(
	'%j is not decoded as a screening',
	(raw) => {
		expect(decodeSeen(raw)).toBeUndefined();
	},
);

describe('damaged entries are skipped, and the rest is read', () => {
	it.each([undefined, 'x', 3, []])('jobs are %j', (jobs) => {
		expect(loadState({ jobs } as IDataObject, NOW).jobs).toEqual({ path: '', emitted: [] });
	});

	it('of jobs', () => {
		const { jobs } = loadState({ jobs: { path: 3, emitted: ['a', 3, null] } }, NOW);
		expect(jobs).toEqual({ path: '', emitted: ['a'] });
		expect(loadState({ jobs: { emitted: 'a' } }, NOW).jobs.emitted).toEqual([]);
	});

	it('of submissions', () => {
		const job = { id: 'a', path: '/screening', at: SENT };
		const { submissions } = loadState(
			{
				submissions: {
					requestFingerprint: 3,
					last: NOW + 1,
					announcement: 'x',
					watched: [
						job,
						{ ...job, id: 7, at: NOW + 1, failed: true, emitted: 'yes' },
						{ ...job, id: 'b', at: 'x', failed: 1, emitted: true },
						...[null, 'x', { ...job, id: true }, { id: 'c' }, { path: '/screening' }],
					],
				},
			},
			NOW,
		);
		expect(submissions).toStrictEqual({
			requestFingerprint: undefined,
			last: NOW,
			announcement: { requestFingerprint: '', due: 0, by: '' },
			watched: [
				job,
				{ id: 7, path: '/screening', at: NOW, failed: true },
				{ id: 'b', path: '/screening', at: NOW, emitted: true },
			],
		});
		expect(loadState({ submissions: { watched: 'x' } }, NOW).submissions.watched).toEqual([]);
	});

	it('of an announcement', () => {
		const intentOf = (announcement: IDataObject) =>
			loadState({ submissions: { announcement } }, NOW).submissions.announcement;
		expect(intentOf({})).toStrictEqual({ requestFingerprint: '', due: 0, by: '' });
		expect(intentOf({ requestFingerprint: 'r', due: NaN, by: 3, at: 'x' })).toStrictEqual({
			requestFingerprint: 'r',
			due: 0,
			by: '',
		});
		expect(intentOf({ at: SENT })).toStrictEqual({
			requestFingerprint: '',
			due: 0,
			by: '',
			at: SENT,
		});
	});

	it('of screenings', () => {
		const { seen: read, before } = loadState(
			{ screenings: { seen: { a: 'x', b: ['LOW', 'm', 'l', 'x'] }, before: { a: 'x' } } },
			NOW,
		).screenings;
		expect([...read.keys()]).toEqual(['b']);
		expect(read.get('b')).toEqual({
			rating: 'LOW',
			resultFingerprint: 'm',
			listFingerprint: 'l',
			flaggedCount: 0,
			seenAtSeconds: 0,
			changes: 0,
		});
		expect([...before]).toEqual([['a', null]]);
		expect(loadState({ screenings: 'x' }, NOW).screenings.seen.size).toBe(0);
	});

	it('of a batch', () => {
		expect(loadState({ batch: { ids: ['a', 3] } }, NOW).batch).toEqual({ by: '', ids: ['a'] });
		expect(loadState({ batch: 'x' }, NOW).batch).toBeUndefined();
	});

	it.each([
		[{}, null],
		[true, null],
		[0, 0],
		['', ''],
	])('of a rating %j', (rating, read) => {
		expect(decodeSeen([rating, 'm', 'l'])?.rating).toBe(read);
	});

	it('of fingerprints of flagged items', () => {
		for (const marks of ['abc', 'abcde', 'abcdefgh', '']) {
			expect(decodeSeen(['LOW', 'm', 'l', 1, 2, 3, marks])?.flagged).toBeUndefined();
		}
		expect(decodeSeen(['LOW', 'm', 3])).toBeUndefined();
	});
});
