import { Failure } from '../../../../nodes/shared/failure/Failure';
import {
	afterPoll,
	AT_ONCE,
	NEVER,
	type PollEvent,
	type Wait,
	type WaitDecision,
} from '../../../../nodes/shared/jobs/waiting';
import type { JobState } from '../../../../nodes/shared/recognition/stateWords';

type Polled = { state: JobState };

const failed = (status: number) =>
	({
		kind: 'failed',
		failure: new Failure({ kind: 'request', message: 'x', request: 'GET /screening/1', status }),
	}) as const;
const polled = (state: JobState) => ({ kind: 'polled', polled: { state } }) as const;
const outage = failed(503);
const unknown = failed(404);
const refused = failed(403);

/** A node that waits, and a trigger that watches its own or a listed job, submitted at 0. */
const node: Wait = {
	submittedAt: 0,
	giveUpAt: { pending: 60_000, failed: AT_ONCE, rejected: AT_ONCE },
};
const own: Wait = {
	submittedAt: 0,
	giveUpAt: { pending: NEVER, failed: 90_000, rejected: 90_000 },
};
const listed: Wait = { giveUpAt: { pending: NEVER, failed: NEVER, rejected: NEVER } };

it.each<[string, Wait, PollEvent<Polled>, number, WaitDecision<Polled>]>([
	['a stop', node, { kind: 'cancelled' }, 60_000, { kind: 'stillPending' }],
	['the end', node, polled('finished'), 60_000, { kind: 'done' }],
	['a failed job', node, polled('failed'), 0, { kind: 'failed', polled: { state: 'failed' } }],
	['a pending job', node, polled('pending'), 59_999, { kind: 'wait', for: 'end' }],
	['a pending job when time is up', node, polled('pending'), 60_000, { kind: 'giveUp' }],
	['an outage', node, outage, 59_999, { kind: 'wait', for: 'end', failure: outage.failure }],
	['an outage when time is up', node, outage, 60_000, { kind: 'giveUp', failure: outage.failure }],
	['a new job', node, unknown, 29_999, { kind: 'wait', for: 'end', failure: unknown.failure }],
	['an unknown job', node, unknown, 30_000, { kind: 'rejected', failure: unknown.failure }],
	['a rejection', node, refused, 0, { kind: 'rejected', failure: refused.failure }],
	['an own failed job', own, polled('failed'), 89_999, { kind: 'wait', for: 'recovery' }],
	['an old one', own, polled('failed'), 90_000, { kind: 'failed', polled: { state: 'failed' } }],
	['own', own, refused, 89_999, { kind: 'wait', for: 'recovery', failure: refused.failure }],
	['an old rejected one', own, refused, 90_000, { kind: 'rejected', failure: refused.failure }],
	['an old pending one', own, polled('pending'), 1e12, { kind: 'wait', for: 'end' }],
	['a listed failed job', listed, polled('failed'), 1e12, { kind: 'wait', for: 'recovery' }],
	['listed', listed, unknown, 0, { kind: 'wait', for: 'recovery', failure: unknown.failure }],
])('%s', (_, wait, event, now, decision) => {
	expect(afterPoll({ wait, event, now })).toEqual(decision);
});
