import type { SeenScreening } from '../../../../../nodes/CreatorIntelligenceTrigger/memory/State';
import {
	changeId,
	screeningDiff,
} from '../../../../../nodes/CreatorIntelligenceTrigger/watch/screening/seen';
import { shortFingerprint } from '../../../../../nodes/shared/values/fingerprint';
import { takeSnapshot as steps } from '../../../../../nodes/CreatorIntelligenceTrigger/watch/screening/snapshot';
import { runAtOnce } from '../../../../../nodes/shared/values/steps';

const takeSnapshot = (...given: Parameters<typeof steps>) => runAtOnce(steps(...given));
const NOW = Date.parse('2026-01-02T00:00:00Z');
const seen: SeenScreening = {
	rating: 'LOW',
	fingerprint: 'f',
	flaggedCount: 2,
	seenAt: Date.parse('2026-01-01T00:00:00Z'),
	changes: 3,
	flagged: ['x', 'y'],
};
const result = { risk_rating: 'HIGH' };
const rows = [{ id: 'y' }, { id: 'z', risk: 'VIOLENCE' }];
const snapshot = takeSnapshot(result, rows, { ignoredFields: [] });
const current = {
	riskRating: 'HIGH',
	flaggedCount: 2,
	seenAt: '2026-01-02T00:00:00.000Z',
	flagged: rows,
	result,
};

it('a change includes the previous state', () => {
	expect(screeningDiff(seen, snapshot, NOW)).toEqual({
		changed: {
			riskRating: { before: 'LOW', after: 'HIGH' },
			flaggedCount: { before: 2, after: 2 },
			added: [{ id: 'z', risk: 'VIOLENCE' }],
			removed: [{ id: 'x' }],
		},
		current,
		previous: {
			riskRating: 'LOW',
			flaggedCount: 2,
			seenAt: '2026-01-01T00:00:00.000Z',
			flagged: [{ id: 'x' }, { id: 'y' }],
		},
	});
});

it('the first result has no previous state, and all of it is new', () => {
	expect(screeningDiff(undefined, snapshot, NOW)).toEqual({
		changed: {
			riskRating: { before: null, after: 'HIGH' },
			flaggedCount: { before: null, after: 2 },
			added: rows,
			removed: [],
		},
		current,
		previous: null,
	});
});

it('what was not stored is null, and not empty', () => {
	const marks = {
		...seen,
		flagged: ['x', 'y'].map(shortFingerprint).join(''),
	};
	const byMarks = screeningDiff(marks, snapshot, NOW);
	expect(byMarks.changed).toMatchObject({ added: [rows[1]], removed: null });
	expect(byMarks.previous).toMatchObject({ flaggedCount: 2, flagged: null });
	const none = { ...seen, flagged: undefined };
	expect(screeningDiff(none, snapshot, NOW).changed).toMatchObject({ added: null, removed: null });
});

describe('the id of a change', () => {
	it('is the same for the same change', () => {
		expect(changeId(seen, snapshot)).toBe(changeId({ ...seen }, { ...snapshot }));
		expect(changeId(seen, snapshot)).toMatch(/^4-[a-z0-9]+$/);
		expect(changeId(undefined, snapshot)).toMatch(/^1-[a-z0-9]+$/);
	});

	it.each<[string, string]>([
		['state before', changeId({ ...seen, fingerprint: 'other' }, snapshot)],
		['result', changeId(seen, { ...snapshot, fingerprint: 'other' })],
		['number', changeId({ ...seen, changes: 4 }, snapshot)],
	])('differs with another %s', (_, other) => {
		expect(other).not.toBe(changeId(seen, snapshot));
	});
});
