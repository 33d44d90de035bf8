import type { SentRequest } from '../../../../nodes/CreatorIntelligenceTrigger/memory/process/ProcessMemory';
import type { SubmittedJob } from '../../../../nodes/CreatorIntelligenceTrigger/memory/saved/State';
import {
	decideSubmission,
	type SubmitDecision,
	type SubmissionInput,
} from '../../../../nodes/CreatorIntelligenceTrigger/submit/decide';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const NOW = Date.parse('2026-01-01T12:00:00Z');

const hourly: SubmissionInput = {
	now: NOW,
	request: 'r1',
	everyMs: HOUR,
	announces: true,
	saved: { watched: [] },
	processId: 'me',
	lastPollAt: NOW - MINUTE,
	repeats: 'never',
};
const intent = (due: number, by = 'me', request = 'r1') => ({ request, due, by, at: NOW });
const unfinished = (count: number, more: Partial<SubmittedJob> = {}): SubmittedJob[] =>
	Array.from({ length: count }, (_, id) => ({ id, path: '/screening', at: NOW, ...more }));
const sent = (at: number) => ({ at, due: at }) as SentRequest;
/** A request that was sent so long ago. */
const sentAgo = (ms: number) => ({ request: 'r1', last: NOW - ms, watched: [] });

it.each<[string, Partial<SubmissionInput>, SubmitDecision]>([
	['never sent', {}, { kind: 'announce', intent: intent(NOW) }],
	[
		'never sent, and announced',
		{ saved: { watched: [], intent: intent(NOW - MINUTE) } },
		{ kind: 'send', due: NOW - MINUTE, intent: intent(NOW - MINUTE) },
	],
	['never sent, without announcements', { announces: false }, { kind: 'send', due: NOW }],
	['sent a while ago', { saved: sentAgo(HOUR / 2) }, { kind: 'idle' }],
	[
		'due with the next poll',
		{ saved: sentAgo(HOUR - MINUTE) },
		{ kind: 'announce', intent: intent(NOW + MINUTE) },
	],
	[
		'due with the next poll, and announced',
		{ saved: { ...sentAgo(HOUR - MINUTE), intent: intent(NOW + MINUTE) } },
		{ kind: 'idle', intent: intent(NOW + MINUTE) },
	],
	[
		'due with the next poll, without announcements',
		{ saved: sentAgo(HOUR - MINUTE), announces: false },
		{ kind: 'idle' },
	],
	[
		'due in a moment: polls are not on time to the millisecond',
		{ saved: { ...sentAgo(HOUR - 4_000), intent: intent(NOW + 4_000) } },
		{ kind: 'send', due: NOW + 4_000, intent: intent(NOW + 4_000) },
	],
	['due', { saved: sentAgo(HOUR) }, { kind: 'announce', intent: intent(NOW) }],
	['overdue', { saved: sentAgo(3 * HOUR) }, { kind: 'announce', intent: intent(NOW - 2 * HOUR) }],
	[
		'due, with polls as rare as submissions',
		{ saved: { ...sentAgo(HOUR), intent: intent(NOW) }, lastPollAt: NOW - HOUR },
		{ kind: 'send', due: NOW, intent: intent(NOW), next: intent(NOW + HOUR) },
	],
	['once, and sent', { everyMs: Infinity, saved: sentAgo(1_000 * HOUR) }, { kind: 'idle' }],
	[
		'another request',
		{ everyMs: Infinity, request: 'r2', saved: sentAgo(HOUR) },
		{ kind: 'announce', intent: intent(NOW, 'me', 'r2') },
	],
	[
		'another request than the one announced',
		{ request: 'r2', saved: { watched: [], intent: intent(NOW - MINUTE) } },
		{ kind: 'announce', intent: intent(NOW, 'me', 'r2') },
	],
	[
		'announced by a process that is gone, and due',
		{ saved: { watched: [], intent: intent(NOW, 'other') } },
		{ kind: 'outcomeUnknown', due: NOW },
	],
	[
		'announced by a process that is gone, due later',
		{ saved: { ...sentAgo(HOUR - MINUTE), intent: intent(NOW + MINUTE, 'other') } },
		{ kind: 'idle', intent: intent(NOW + MINUTE) },
	],
	[
		'announced by a process that is gone, due in some seconds: clocks are not exact',
		{ saved: { ...sentAgo(HOUR), intent: intent(NOW + 20_000, 'other') } },
		{ kind: 'outcomeUnknown', due: NOW + 20_000 },
	],
	[
		'announced by a process that is gone, due as soon as clocks may differ',
		{ saved: { ...sentAgo(HOUR - MINUTE), intent: intent(NOW + 30_000, 'other') } },
		{ kind: 'outcomeUnknown', due: NOW + 30_000 },
	],
	[
		'announced by a process that is gone, due a moment later than that',
		{ saved: { ...sentAgo(HOUR - MINUTE), intent: intent(NOW + 30_001, 'other') } },
		{ kind: 'idle', intent: intent(NOW + 30_001) },
	],
	[
		'announced by a process that is gone, before the clock was set back',
		{ now: NOW - HOUR, saved: { watched: [], intent: intent(NOW + MINUTE, 'other') } },
		{ kind: 'outcomeUnknown', due: NOW + MINUTE },
	],
	[
		'announced by an older version that did not save when',
		{ saved: { ...sentAgo(HOUR - MINUTE), intent: { ...intent(NOW, 'other'), at: undefined } } },
		{ kind: 'outcomeUnknown', due: NOW },
	],
	[
		'announced by a process that is gone, and may be repeated',
		{ saved: { watched: [], intent: intent(NOW, 'other') }, repeats: 'always' },
		{ kind: 'announce', intent: intent(NOW) },
	],
	[
		'announced by a process that is gone, with a key that the service knows it by',
		{
			saved: { watched: [], intent: intent(NOW - MINUTE, 'other') },
			repeats: 'withSameKey',
		},
		{ kind: 'send', due: NOW - MINUTE, intent: intent(NOW - MINUTE) },
	],
	[
		'sent, and unknown to the state',
		{ sent: sent(NOW - MINUTE), saved: { watched: [] } },
		{ kind: 'dropped', sent: sent(NOW - MINUTE) },
	],
	['sent, and known to the state', { sent: sent(NOW), saved: sentAgo(0) }, { kind: 'idle' }],
	['refused a while ago', { refused: { request: 'r1', at: NOW - HOUR + 1 } }, { kind: 'idle' }],
	...[
		{ request: 'r1', at: NOW - HOUR },
		{ request: 'r1', at: NOW + 1 },
		{ request: 'r2', at: NOW },
	].map((refused): [string, Partial<SubmissionInput>, SubmitDecision] => [
		'refused an interval ago, before the clock was set back, or as another request',
		{ refused },
		{ kind: 'announce', intent: intent(NOW) },
	]),
	[
		'due with the next poll, but this poll is the first',
		{ saved: sentAgo(HOUR - MINUTE), lastPollAt: undefined },
		{ kind: 'idle' },
	],
	[
		'as many that have not ended as may be',
		{ saved: { watched: unfinished(99) } },
		{ kind: 'announce', intent: intent(NOW) },
	],
	['too many that have not ended', { saved: { watched: unfinished(100) } }, { kind: 'full' }],
	[
		'many that have failed',
		{ saved: { watched: unfinished(100, { failed: true }) } },
		{ kind: 'announce', intent: intent(NOW) },
	],
	[
		'many that have ended',
		{ saved: { watched: unfinished(100, { emitted: true }) } },
		{ kind: 'announce', intent: intent(NOW) },
	],
])('%s', (_, situation, decision) => {
	expect(decideSubmission({ ...hourly, ...situation })).toEqual(decision);
});
