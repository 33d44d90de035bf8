import { advance, type Progress, type Seen } from '../../../../nodes/shared/jobs/advance';
import { Failure } from '../../../../nodes/shared/failure/Failure';

const DAY = 24 * 60 * 60 * 1_000;
const job = {
	submittedAt: 5_000,
	maxWaitMs: 10_000,
	firstIntervalMs: 1_000,
	role: { leaderOf: 1 },
	random: 1,
};
const seen = (state: 'pending' | 'finished' | 'failed'): Seen => ({ state });
const status = (code: number): Seen => ({
	failure: new Failure({ kind: 'request', request: 'GET /x', message: 'No', status: code }),
});
const unusable: Seen = { failure: new Failure({ kind: 'response', message: 'No' }) };

it.each<[string, Seen, number, Progress['kind']]>([
	['a pending job', seen('pending'), 9_999, 'pending'],
	['a pending job after its time', seen('pending'), 10_000, 'expired'],
	['a finished job after its time', seen('finished'), DAY, 'finished'],
	['a failed job', seen('failed'), 0, 'failed'],
	['a temporary error', status(503), 9_999, 'pending'],
	['a temporary error after its time', status(503), 10_000, 'expired'],
	['a job of seconds that is not known yet', status(404), 5_000, 'pending'],
	['a job that is still not known', status(404), 30_000, 'unknown'],
	['a rejection', status(422), 0, 'unknown'],
	['a response of no use', unusable, 0, 'unknown'],
])('%s', (_, shown, ageMs, kind) => {
	expect(advance(job, shown, job.submittedAt + ageMs).kind).toBe(kind);
});

it.each<[string, number | undefined, number, { at: number; earliest: number }]>([
	['after the first interval', undefined, 100, { at: 1_000, earliest: 1_000 }],
	['not before the service asks for it', 4_000, 100, { at: 4_100, earliest: 4_100 }],
	['at the deadline', 60_000, 100, { at: 10_000, earliest: 60_100 }],
])('a pending job is polled %s', (_, retryAfterMs, now, expected) => {
	const progress = advance({ ...job, submittedAt: 0 }, { state: 'pending', retryAfterMs }, now);
	expect(progress).toEqual({ kind: 'pending', ...expected });
});
