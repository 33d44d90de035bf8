import { Tries, type Again } from '../../../../nodes/shared/transport/Tries';

const patience = { maxRetries: 3, maxRetryDelayMs: 60_000 };

/** How often a request may be sent again for one reason. */
function often(again: Again, quietMs: number, more: Partial<typeof patience> = {}): number {
	const tries = new Tries();
	let count = 0;
	while (count < 100 && tries.mayRepeat(again, quietMs, { ...patience, ...more })) count += 1;
	return count;
}

describe('a request is repeated', () => {
	it.each<[string, Again, number, number]>([
		['as often as Max Retries says', 'later', 0, 3],
		['after refusals, while the service takes others', 'refused', 60_000, 20],
		['after refusals of a service that takes nothing', 'refused', 60_001, 3],
		['after breaks, while the service answers others', 'broken', 5_000, 12],
		['after breaks of a service that answers nobody', 'broken', 5_001, 3],
		['after refusals of it alone', 'refusedAlone', 60_001, 6],
	])('%s', (_, again, quietMs, count) => {
		expect(often(again, quietMs)).toBe(count);
	});

	it.each<Again>(['later', 'refused', 'broken', 'refusedAlone'])(
		'no less often than Max Retries says, and not at all where that is 0: %s',
		(again) => {
			expect(often(again, 0, { maxRetries: 40 })).toBe(40);
			expect(often(again, 0, { maxRetries: 0 })).toBe(0);
		},
	);

	it('for each reason apart', () => {
		const tries = new Tries();
		for (const again of ['later', 'refused', 'broken', 'later', 'later'] as const) {
			expect(tries.mayRepeat(again, 0, patience)).toBe(true);
		}
		expect(tries.mayRepeat('later', 0, patience)).toBe(false);
	});

	it('after a pause that grows with what counts', () => {
		const tries = new Tries();
		for (const again of ['later', 'refused', 'broken', 'refusedAlone'] as const) {
			tries.mayRepeat(again, 0, patience);
		}
		expect(tries.count).toBe(2);
	});
});

describe('a request is refused', () => {
	const verdicts = (...taken: number[]) => {
		const tries = new Tries();
		return taken.map((count) => tries.refused(count));
	};

	it('with all others, where the service takes nothing in between', () => {
		expect(verdicts(5, 5, 5, 5)).toEqual(Array(4).fill('refused'));
	});

	it('alone, once the service has taken ten others since the first time', () => {
		expect(verdicts(5, 14)).toEqual(['refused', 'refused']);
		expect(verdicts(5, 15)).toEqual(['refused', 'refusedAlone']);
	});

	it('alone, where others were taken in between twice', () => {
		expect(verdicts(5, 6, 6, 7)).toEqual(['refused', 'refused', 'refused', 'refusedAlone']);
	});

	it('alone for good', () => {
		const tries = new Tries();
		tries.refused(0);
		tries.refused(10);
		tries.mayRepeat('refusedAlone', 0, patience);
		expect(tries.refused(10)).toBe('refusedAlone');
	});
});
