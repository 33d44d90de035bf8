import { nextPoll, type WatchedJob } from '../../../../nodes/shared/jobs/advance';

interface PollTiming extends Omit<WatchedJob, 'maxWaitMs'> {
	now: number;
	retryAfterMs?: number;
	deadline: number;
}

function nextPollAt({ now, retryAfterMs, deadline, ...timing }: PollTiming): number {
	const job = { ...timing, maxWaitMs: deadline - timing.submittedAt };
	return nextPoll(job, { state: 'pending', retryAfterMs }, now).at;
}

const CAP = 60_000;
const ALONE: PollTiming['role'] = { leaderOf: 1 };

/** Polls a job of this length until it is finished. */
function watch(lengthMs: number, role: PollTiming['role'] = ALONE, firstIntervalMs = 1_000) {
	let now = 0;
	let polls = 0;
	const gaps: number[] = [];
	do {
		const next = nextPollAt({
			...{ submittedAt: 0, now, firstIntervalMs, deadline: Infinity, role },
			random: Math.random(),
		});
		gaps.push(next - now);
		now = next;
		polls += 1;
	} while (now < lengthMs);
	return { polls, gaps, lateMs: now - lengthMs };
}

const LENGTHS = [2_000, 10_000, 100_000, 1_000_000, 20_000_000];

describe('polls of a job', () => {
	it.each<PollTiming['role']>([ALONE, { leaderOf: 200 }, 'waiting'])(
		'begin after the first interval: %j',
		(role) => {
			for (const firstIntervalMs of [200, 1_000, 15_000]) {
				const times = { submittedAt: 5_000, now: 5_000, firstIntervalMs, deadline: Infinity };
				const look = { ...times, role, random: 1 };
				expect(nextPollAt(look)).toBe(5_000 + firstIntervalMs);
				expect(nextPollAt({ ...look, now: 5_050 })).toBe(5_000 + firstIntervalMs);
			}
		},
	);

	it.each(LENGTHS)(
		'alone notice the end of a job of %d ms within 15 % or the longest interval',
		(lengthMs) => {
			for (let round = 0; round < 50; round++) {
				const { lateMs } = watch(lengthMs);
				expect(lateMs).toBeGreaterThanOrEqual(0);
				expect(lateMs).toBeLessThanOrEqual(Math.min(lengthMs * 0.15, CAP));
			}
		},
	);

	it.each([
		[10, 0.07],
		[50, 0.041],
		[200, 0.04],
	])('of the leader of %d jobs detect the end within %d of its length', (leaderOf, share) => {
		for (const lengthMs of LENGTHS.slice(1)) {
			for (let round = 0; round < 50; round++) {
				const { lateMs } = watch(lengthMs, { leaderOf });
				expect(lateMs).toBeLessThanOrEqual(Math.max(lengthMs * share, 100));
			}
		}
	});

	it('of a job that waits to be woken are few', () => {
		for (let round = 0; round < 50; round++) {
			expect(watch(1_000_000, 'waiting').polls).toBeLessThanOrEqual(22);
			expect(watch(1_000_000, 'waiting').lateMs).toBeLessThanOrEqual(500_000);
		}
	});

	it('grow in number with the logarithm of the length, up to the longest interval', () => {
		const perTenfold = Math.log(10) / Math.log(1.12);
		for (const [lengthMs, tenfolds] of [
			[10_000, 1],
			[100_000, 2],
			[400_000, 2.6],
		]) {
			const most = Math.max(...Array.from({ length: 50 }, () => watch(lengthMs).polls));
			expect(most).toBeLessThanOrEqual(2 + tenfolds * perTenfold);
		}
	});

	it('are never more than a minute apart, and never in a burst', () => {
		const { gaps } = watch(20_000_000);
		expect(Math.max(...gaps)).toBeLessThanOrEqual(CAP + 1e-6);
		expect(Math.min(...watch(60_000, ALONE, 10).gaps.slice(1))).toBeGreaterThanOrEqual(100 - 1e-6);
	});
});

it.each<[string, number, PollTiming['role'], number]>([
	['15 % of its age for a single job', 100_000, ALONE, 15_000],
	['4 % of its age for the leader of 1,000 jobs', 100_000, { leaderOf: 1_000 }, 4_000],
	['a minute for an old job', 36_000_000, ALONE, 60_000],
])('the longest interval is %s', (_what, now, role, expected) => {
	const times = { submittedAt: 0, now, firstIntervalMs: 10, deadline: Infinity };
	expect(nextPollAt({ ...times, role, random: 1 }) - now).toBe(expected);
});
