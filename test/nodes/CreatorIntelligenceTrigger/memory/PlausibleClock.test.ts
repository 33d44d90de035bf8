import { PlausibleClock } from '../../../../nodes/CreatorIntelligenceTrigger/memory/PlausibleClock';
import { clock } from '../../../../nodes/shared/clock';

const MINUTE = 60_000;
const WEEK = 7 * 24 * 60 * MINUTE;
const START = Date.parse('2026-01-01T00:00:00Z');

afterEach(() => jest.restoreAllMocks());

/** What a trigger takes for the time, polled each minute, while the clock of the machine is wrong by so much. */
function polledWith(errors: number[]): number[] {
	const trusted = new PlausibleClock();
	return errors.map((error, poll) => {
		jest.spyOn(clock, 'now').mockReturnValue(START + poll * MINUTE + error);
		jest.spyOn(clock, 'monotonic').mockReturnValue(poll * MINUTE + 0.5);
		return trusted.now() - (START + poll * MINUTE);
	});
}

it.each([WEEK, -WEEK])('a clock change of up to a week is accepted at once: %d', (error) => {
	expect(polledWith([0, error, error])).toEqual([0, error, error]);
});

it.each([WEEK + 1, -WEEK - 1])('a larger clock jump is not accepted: %d', (error) => {
	expect(polledWith([0, error, error, 0, 0])).toEqual([0, 0, 0, 0, 0]);
});

it('a larger clock jump that persists is accepted after five polls', () => {
	const far = 10 * WEEK;
	expect(polledWith([0, far, far, far, far, far, far])).toEqual([0, 0, 0, 0, 0, far, far]);
});

it('one poll with the right time restarts the count', () => {
	const far = 10 * WEEK;
	const errors = [0, far, far, far, far, 0, far, far, far, far];
	expect(polledWith(errors)).toEqual(errors.map(() => 0));
});
