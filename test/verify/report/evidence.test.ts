import { provenanceOfParts } from '../../../verify/report/evidence';
import { measuredNow } from '../../../verify/report/provenance';

describe('figures of several parts', () => {
	const now = measuredNow('faults', []);
	const at = (commit: string, date: string) => ({ ...now, commit, date });

	it('are as old as the oldest part, and say that others are newer', () => {
		const [old, later] = [at('aaa', '2026-01-01'), at('bbb', '2026-01-02')];
		expect(provenanceOfParts({ one: later, two: old })).toEqual({ ...old, hasLaterParts: true });
	});

	it('of one commit have no newer part', () => {
		const [old, later] = [at('aaa', '2026-01-01'), at('aaa', '2026-01-02')];
		expect(provenanceOfParts({ one: old, two: later })).toEqual(old);
	});
});
