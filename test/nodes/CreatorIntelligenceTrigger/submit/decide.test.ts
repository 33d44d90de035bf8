import type { SubmittedJob } from '../../../../nodes/CreatorIntelligenceTrigger/memory/State';
import {
	decideSubmission,
	type SubmitDecision,
	type SubmissionInput,
} from '../../../../nodes/CreatorIntelligenceTrigger/submit/decide';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const NOW = Date.parse('2026-01-01T12:00:00Z');

type Situation = Omit<SubmissionInput, 'submission' | 'memory'> &
	SubmissionInput['submission'] &
	SubmissionInput['memory'];

const hourly: Situation = {
	now: NOW,
	requestFingerprint: 'r1',
	intervalMs: HOUR,
	announces: true,
	saved: { watched: [] },
	processId: 'me',
	lastPollAt: NOW - MINUTE,
	repeats: 'never',
};
const announcement = (due: number, by = 'me', requestFingerprint = 'r1') => ({
	requestFingerprint,
	due,
	by,
	at: NOW,
});
const lost = (age: number) => ({ ...announcement(NOW - age), at: NOW - age, isLost: true });
const unfinished = (count: number): SubmittedJob[] =>
	Array.from({ length: count }, (_, id) => ({ id, path: '/screening', at: NOW }));
/** A request that was sent so long ago. */
const sentAgo = (ms: number) => ({ requestFingerprint: 'r1', last: NOW - ms, watched: [] });

it.each<[string, Partial<Situation>, SubmitDecision]>([
	['never sent', {}, { kind: 'wait', announcement: announcement(NOW) }],
	[
		'never sent, and announced',
		{ saved: { watched: [], announcement: announcement(NOW - MINUTE) } },
		{ kind: 'send', due: NOW - MINUTE, announcement: announcement(NOW - MINUTE) },
	],
	['never sent, without announcements', { announces: false }, { kind: 'send', due: NOW }],
	['sent a while ago', { saved: sentAgo(HOUR / 2) }, { kind: 'wait' }],
	[
		'due with the next poll',
		{ saved: sentAgo(HOUR - MINUTE) },
		{ kind: 'wait', announcement: announcement(NOW + MINUTE) },
	],
	[
		'due with the next poll, and announced',
		{ saved: { ...sentAgo(HOUR - MINUTE), announcement: announcement(NOW + MINUTE) } },
		{ kind: 'wait', announcement: announcement(NOW + MINUTE) },
	],
	[
		'due with the next poll, without announcements',
		{ saved: sentAgo(HOUR - MINUTE), announces: false },
		{ kind: 'wait' },
	],
	[
		'due in a moment: polls are not on time to the millisecond',
		{ saved: { ...sentAgo(HOUR - 4_000), announcement: announcement(NOW + 4_000) } },
		{ kind: 'send', due: NOW + 4_000, announcement: announcement(NOW + 4_000) },
	],
	['due', { saved: sentAgo(HOUR) }, { kind: 'wait', announcement: announcement(NOW) }],
	[
		'overdue',
		{ saved: sentAgo(3 * HOUR) },
		{ kind: 'wait', announcement: announcement(NOW - 2 * HOUR) },
	],
	[
		'due, with polls as rare as submissions',
		{ saved: { ...sentAgo(HOUR), announcement: announcement(NOW) }, lastPollAt: NOW - HOUR },
		{ kind: 'send', due: NOW, announcement: announcement(NOW), next: announcement(NOW + HOUR) },
	],
	['once, and sent', { intervalMs: Infinity, saved: sentAgo(1_000 * HOUR) }, { kind: 'wait' }],
	[
		'another request',
		{ intervalMs: Infinity, requestFingerprint: 'r2', saved: sentAgo(HOUR) },
		{ kind: 'wait', announcement: announcement(NOW, 'me', 'r2') },
	],
	[
		'another request than the one announced',
		{ requestFingerprint: 'r2', saved: { watched: [], announcement: announcement(NOW - MINUTE) } },
		{ kind: 'wait', announcement: announcement(NOW, 'me', 'r2') },
	],
	[
		'announced by a process that is gone, and due',
		{ saved: { watched: [], announcement: announcement(NOW, 'other') } },
		{ kind: 'outcomeUnknown', due: NOW },
	],
	[
		'announced by a process that is gone, due later',
		{ saved: { ...sentAgo(HOUR - MINUTE), announcement: announcement(NOW + MINUTE, 'other') } },
		{ kind: 'wait', announcement: announcement(NOW + MINUTE) },
	],
	[
		'announced by a process that is gone, due in some seconds: clocks are not exact',
		{ saved: { ...sentAgo(HOUR), announcement: announcement(NOW + 20_000, 'other') } },
		{ kind: 'outcomeUnknown', due: NOW + 20_000 },
	],
	[
		'announced by a process that is gone, due as soon as clocks may differ',
		{ saved: { ...sentAgo(HOUR - MINUTE), announcement: announcement(NOW + 30_000, 'other') } },
		{ kind: 'outcomeUnknown', due: NOW + 30_000 },
	],
	[
		'announced by a process that is gone, due a moment later than that',
		{ saved: { ...sentAgo(HOUR - MINUTE), announcement: announcement(NOW + 30_001, 'other') } },
		{ kind: 'wait', announcement: announcement(NOW + 30_001) },
	],
	[
		'announced by a process that is gone, before the clock was set back',
		{ now: NOW - HOUR, saved: { watched: [], announcement: announcement(NOW + MINUTE, 'other') } },
		{ kind: 'outcomeUnknown', due: NOW + MINUTE },
	],
	[
		'announced by a process that is gone, and may be repeated',
		{ saved: { watched: [], announcement: announcement(NOW, 'other') }, repeats: 'always' },
		{ kind: 'wait', announcement: announcement(NOW) },
	],
	[
		'announced by a process that is gone, with a key that the service knows it by',
		{
			saved: { watched: [], announcement: announcement(NOW - MINUTE, 'other') },
			repeats: 'withSameKey',
		},
		{ kind: 'send', due: NOW - MINUTE, announcement: { ...lost(MINUTE), at: NOW } },
	],
	[
		'lost a day ago: the service may have forgotten the key',
		{ saved: { watched: [], announcement: lost(24 * HOUR) }, repeats: 'withSameKey' },
		{ kind: 'outcomeUnknown', due: NOW - 24 * HOUR },
	],
	[
		'lost an hour ago, without a key',
		{ saved: { watched: [], announcement: lost(HOUR) } },
		{ kind: 'outcomeUnknown', due: NOW - HOUR },
	],
	[
		'rejected, and due again with the next poll',
		{ lastRejection: { requestFingerprint: 'r1', at: NOW - HOUR + MINUTE } },
		{ kind: 'wait', announcement: announcement(NOW + MINUTE) },
	],
	[
		'rejected long ago, and sent since',
		{
			lastRejection: { requestFingerprint: 'r1', at: NOW - 2 * HOUR },
			saved: sentAgo(HOUR / 2),
		},
		{ kind: 'wait' },
	],
	[
		'rejected a while ago',
		{ lastRejection: { requestFingerprint: 'r1', at: NOW - HOUR / 2 } },
		{ kind: 'wait' },
	],
	...[
		{ requestFingerprint: 'r1', at: NOW - HOUR },
		{ requestFingerprint: 'r1', at: NOW + 1 },
		{ requestFingerprint: 'r2', at: NOW },
	].map((lastRejection): [string, Partial<Situation>, SubmitDecision] => [
		'rejected an interval ago, before the clock was set back, or as another request',
		{ lastRejection },
		{ kind: 'wait', announcement: announcement(NOW) },
	]),
	[
		'due a moment after the next poll: polls are not on time to the millisecond',
		{ saved: sentAgo(HOUR - MINUTE - 4_000) },
		{ kind: 'wait', announcement: announcement(NOW + MINUTE + 4_000) },
	],
	[
		'sent a while ago, and damaged: which request it was is unknown',
		{ saved: { last: NOW - MINUTE, watched: [] }, announces: false },
		{ kind: 'wait' },
	],
	[
		'due earlier than announced, as the interval was shortened',
		{ saved: { ...sentAgo(HOUR), announcement: announcement(NOW + HOUR) } },
		{ kind: 'send', due: NOW, announcement: announcement(NOW + HOUR) },
	],
	[
		'overdue, with polls as rare as submissions: the next one is due an interval after this one',
		{ saved: { ...sentAgo(3 * HOUR), announcement: announcement(NOW) }, lastPollAt: NOW - HOUR },
		{ kind: 'send', due: NOW, announcement: announcement(NOW), next: announcement(NOW + HOUR) },
	],
	[
		'rejected in this interval, and announced',
		{
			lastRejection: { requestFingerprint: 'r1', at: NOW - MINUTE },
			saved: { watched: [], announcement: announcement(NOW) },
		},
		{ kind: 'wait', announcement: announcement(NOW) },
	],
	[
		'due with the next poll, but this poll is the first',
		{ saved: sentAgo(HOUR - MINUTE), lastPollAt: undefined },
		{ kind: 'wait' },
	],
	[
		'as many that have not ended as may be',
		{ saved: { watched: unfinished(99) } },
		{ kind: 'wait', announcement: announcement(NOW) },
	],
	['too many that have not ended', { saved: { watched: unfinished(100) } }, { kind: 'full' }],
])('%s', (_, situation, decision) => {
	const given = { ...hourly, ...situation };
	expect(decideSubmission({ ...given, submission: given, memory: given })).toEqual(decision);
});
