import {
	advance,
	type Patience,
	type Progress,
	type Seen,
} from '../../../../nodes/shared/jobs/advance';
import { Failure } from '../../../../nodes/shared/failure/Failure';

const DAY = 24 * 60 * 60 * 1_000;
/** As the action nodes and the trigger wait. */
const ACTION: Patience = { pendingMs: 10_000 };
const TRIGGER: Patience = {
	pendingMs: Infinity,
	failedMs: DAY,
	rejectedMs: DAY,
	unusableMs: Infinity,
};
const seen = (state: 'pending' | 'finished' | 'failed'): Seen => ({ state });
const status = (code: number, subject?: 'job' | 'result'): Seen => ({
	failure: new Failure({ kind: 'request', request: 'GET /x', message: 'No', status: code }),
	subject,
});
const unusable: Seen = { failure: new Failure({ kind: 'response', message: 'No' }) };

it.each<[string, Seen, Patience, number, Progress['kind']]>([
	['a pending job', seen('pending'), ACTION, 9_999, 'pending'],
	['a pending job after its time', seen('pending'), ACTION, 10_000, 'expired'],
	['a finished job after its time', seen('finished'), ACTION, DAY, 'finished'],
	['a failed job', seen('failed'), ACTION, 0, 'failed'],
	['a temporary error', status(503), ACTION, 9_999, 'pending'],
	['a temporary error after its time', status(503), ACTION, 10_000, 'expired'],
	['a job of seconds that is not known yet', status(404), ACTION, 5_000, 'pending'],
	['a rejection', status(422), ACTION, 0, 'unknown'],
	['a response of no use', unusable, ACTION, 0, 'unknown'],
	['a pending job of a trigger', seen('pending'), TRIGGER, 9 * DAY, 'pending'],
	['a failed job that may recover', seen('failed'), TRIGGER, DAY - 1, 'pending'],
	['a failed job that has not recovered', seen('failed'), TRIGGER, DAY, 'failed'],
	['an outage of days', status(503), TRIGGER, 9 * DAY, 'pending'],
	['a rejection that may pass', status(404), TRIGGER, DAY - 1, 'pending'],
	['a rejection that lasts', status(404), TRIGGER, DAY, 'unknown'],
	['a token without the right to the job, or to any', status(403), TRIGGER, 9 * DAY, 'pending'],
	['a token without the right to the result', status(403, 'result'), TRIGGER, DAY, 'unknown'],
	['a web page in the place of a result', status(300, 'result'), TRIGGER, 9 * DAY, 'pending'],
	['a response that a setting may mend', unusable, TRIGGER, 9 * DAY, 'pending'],
])('%s', (_, shown, patience, ageMs, kind) => {
	const submittedAt = 5_000;
	expect(advance({ submittedAt, patience }, shown, submittedAt + ageMs).kind).toBe(kind);
});

it.each<[Seen, Progress['kind']]>([
	[seen('failed'), 'pending'],
	[status(404), 'pending'],
	[seen('finished'), 'finished'],
])('a job that was submitted elsewhere does not get old: %j', (shown, kind) => {
	expect(advance({ patience: TRIGGER }, shown, 9 * DAY).kind).toBe(kind);
});

it.each<[string, number | undefined, number, { at: number; earliest: number }]>([
	['after the first interval', undefined, 100, { at: 1_000, earliest: 1_000 }],
	['not before the service asks for it', 4_000, 100, { at: 4_100, earliest: 4_100 }],
	['at the deadline', 60_000, 100, { at: 10_000, earliest: 60_100 }],
])('a pending job is polled %s', (_, retryAfterMs, now, expected) => {
	const schedule = { firstIntervalMs: 1_000, role: { leaderOf: 1 }, random: 1 };
	const job = { submittedAt: 0, patience: ACTION, schedule };
	const progress = advance(job, { state: 'pending', retryAfterMs }, now);
	expect(progress).toEqual({ kind: 'pending', ...expected });
});
