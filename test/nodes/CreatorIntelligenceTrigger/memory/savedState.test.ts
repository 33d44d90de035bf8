import type { IDataObject } from 'n8n-workflow';

import {
	loadState,
	storeState,
} from '../../../../nodes/CreatorIntelligenceTrigger/memory/savedState';

const NOW = Date.parse('2026-01-02T00:00:00Z');
const SENT = Date.parse('2026-01-01T00:00:00Z');

/** As n8n has it in its database. */
const SAVED =
	'{"emitted":["screening/a"],' +
	'"submissions":{"requestFingerprint":"16lrlqs1fbqs5","last":1767225600000,' +
	'"announcement":{"requestFingerprint":"16lrlqs1fbqs5","due":1767229200000,"by":"k3j2h1g0","at":1767225600000},' +
	'"watched":[{"id":7,"path":"/screening","at":1767225600000},' +
	'{"id":"b","path":"/email-lookup","at":1767225600000,"failed":true}]},' +
	'"screenings":{"screening/b":{"rating":7,"fingerprint":"f2","flaggedCount":3,"seenAt":1767225600000,"changes":1,"flagged":"aaaaaaabbbbbbbccccccc"},' +
	'"screening/c":{"rating":null,"fingerprint":"f3","flaggedCount":9,"seenAt":1767225600000,"changes":0}},' +
	'"batch":{"by":"k3j2h1g0","jobs":["screening/a"],' +
	'"screenings":{"screening/a":{"rating":"LOW","fingerprint":"f1","flaggedCount":2,"seenAt":1767225600000,"changes":3,"flagged":["x","y"]}}}}';

it('reads a saved state, and writes it back unchanged', () => {
	const state = loadState(JSON.parse(SAVED) as IDataObject, NOW);
	const data: IDataObject = {};
	storeState(data, state);
	expect(data).toEqual(JSON.parse(SAVED));
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
		{ emitted: [] },
		{ submissions: { last: null, watched: [] } },
		{ submissions: { last: '1', requestFingerprint: 'a', watched: [] } },
		{ submissions: { requestFingerprint: 3, watched: [] } },
	];
	for (const data of damaged) {
		expect(loadState(data, NOW).submissions).toMatchObject({ last: NOW, watched: [] });
	}
	expect(loadState({}, NOW).submissions).toEqual({ watched: [] });
});

it('a damaged announcement is one of a request that may have been sent', () => {
	const announcementIn = (announcement: unknown) =>
		loadState({ submissions: { announcement, watched: [] } } as IDataObject, NOW).submissions;
	const unreadable = { requestFingerprint: '', due: 0, by: '', at: 0 };
	for (const damaged of ['x', {}, { requestFingerprint: 'r', due: 'x', by: 'p', at: 1 }]) {
		expect(announcementIn(damaged)).toEqual({ watched: [], announcement: unreadable });
	}
});

it('what was saved before the clock was set back was saved just now', () => {
	const job = { id: 'a', path: '/screening', at: NOW + 1 };
	const { submissions } = loadState({ submissions: { last: NOW + 1, watched: [job] } }, NOW);
	expect(submissions).toEqual({ last: NOW, watched: [{ ...job, at: NOW }] });
});

it('jobs that can be read are watched, next to damaged ones', () => {
	const job = { id: 'a', path: '/screening', at: SENT };
	const watched = [
		null,
		'x',
		job,
		{ ...job, id: true },
		{ id: 'c' },
		{ id: 'b', path: '/y', at: 'x' },
	];
	const { submissions } = loadState({ submissions: { watched } } as IDataObject, NOW);
	expect(submissions.watched).toEqual([job, { id: 'b', path: '/y', at: NOW }]);
});

it.each<[string, IDataObject]>([
	['texts', { emitted: 'x', screenings: 'x', batch: 'x' }],
	['lists of others', { emitted: ['a', 3], screenings: ['x'], batch: [] }],
	['screenings', { screenings: { a: { fingerprint: 'f' } }, batch: { by: 'me', jobs: [3] } }],
	[
		'flagged items',
		{
			screenings: { a: { fingerprint: 'f', flaggedCount: 1, seenAt: 1, changes: 1, flagged: [3] } },
		},
	],
])('damaged parts are skipped: %s', (_, data) => {
	expect(loadState(data, NOW)).toMatchObject({ emitted: [], screenings: {} });
	expect(loadState(data, NOW).batch).toBeUndefined();
});
