import {
	afterPoll,
	type PollDecision,
	type MaxPollAge,
	type PollResult,
} from '../../../../nodes/shared/jobs/afterPoll';

const DAY = 24 * 60 * 60 * 1_000;
/** As the action nodes and the trigger wait. */
const ACTION: MaxPollAge = { pendingMs: 10_000, failedMs: 0, rejectedMs: 0, unusableMs: 0 };
const TRIGGER: MaxPollAge = {
	pendingMs: Infinity,
	failedMs: DAY,
	rejectedMs: DAY,
	unusableMs: Infinity,
};
const seen = (state: 'pending' | 'finished' | 'failed'): PollResult => ({ kind: 'seen', state });

it.each<[string, PollResult, MaxPollAge, number, PollDecision['kind']]>([
	['a pending job', seen('pending'), ACTION, 9_999, 'pending'],
	['a pending job after its time', seen('pending'), ACTION, 10_000, 'expired'],
	['a finished job after its time', seen('finished'), ACTION, DAY, 'finished'],
	['a failed job', seen('failed'), ACTION, 0, 'failed'],
	['a temporary error', { kind: 'transient' }, ACTION, 9_999, 'pending'],
	['a temporary error after its time', { kind: 'transient' }, ACTION, 10_000, 'expired'],
	['a rejection', { kind: 'rejected' }, ACTION, 0, 'unknown'],
	['a response of no use', { kind: 'unusable' }, ACTION, 0, 'unknown'],
	['a pending job of a trigger', seen('pending'), TRIGGER, 9 * DAY, 'pending'],
	['a failed job that may recover', seen('failed'), TRIGGER, DAY - 1, 'pending'],
	['a failed job that has not recovered', seen('failed'), TRIGGER, DAY, 'failed'],
	['an outage of days', { kind: 'transient' }, TRIGGER, 9 * DAY, 'pending'],
	['a rejection that may pass', { kind: 'rejected' }, TRIGGER, DAY - 1, 'pending'],
	['a rejection that lasts', { kind: 'rejected' }, TRIGGER, DAY, 'unknown'],
	['a response that a setting may mend', { kind: 'unusable' }, TRIGGER, 9 * DAY, 'pending'],
])('%s', (_, result, maxPollAge, ageMs, kind) => {
	const submittedAt = 5_000;
	expect(afterPoll({ submittedAt, now: submittedAt + ageMs, result, maxPollAge }).kind).toBe(kind);
});

it.each<[string, number | undefined, number, { until: number; earliest: number }]>([
	['after the first interval', undefined, 100, { until: 1_000, earliest: 1_000 }],
	['not before the service asks for it', 4_000, 100, { until: 4_100, earliest: 4_100 }],
	['at the deadline', 60_000, 100, { until: 10_000, earliest: 60_100 }],
])('a pending job is polled %s', (_, retryAfterMs, now, expected) => {
	const schedule = { firstIntervalMs: 1_000, role: { leaderOf: 1 }, random: 1 };
	const result: PollResult = { kind: 'seen', state: 'pending', retryAfterMs };
	const verdict = afterPoll({ submittedAt: 0, now, result, maxPollAge: ACTION, schedule });
	expect(verdict).toEqual({ kind: 'pending', ...expected });
});
