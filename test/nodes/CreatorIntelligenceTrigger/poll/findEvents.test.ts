import { stillWatched } from '../../../../nodes/CreatorIntelligenceTrigger/poll/findEvents';
import { submittedName } from '../../../../nodes/CreatorIntelligenceTrigger/watch/Target';
import type { SubmittedJob } from '../../../../nodes/CreatorIntelligenceTrigger/memory/saved/State';

const job = (id: number, more: Partial<SubmittedJob> = {}): SubmittedJob => ({
	id,
	path: '/screening',
	at: id,
	...more,
});

describe('submitted jobs', () => {
	it('are watched until they are emitted, or end unwanted', () => {
		const watched = [job(1), job(2), job(3), job(4)];
		const ended = new Map([
			[submittedName(job(2)), 'emitted' as const],
			[submittedName(job(3)), 'unwanted' as const],
			[submittedName(job(4)), 'mayRecover' as const],
		]);
		expect(stillWatched(watched, ended)).toEqual([
			job(1),
			job(2, { emitted: true }),
			job(4, { failed: true }),
		]);
	});

	it('that have failed: the newest hundred are watched', () => {
		const failed = Array.from({ length: 103 }, (_, id) => job(id, { failed: true }));
		const others = [job(200), job(201, { failed: true, emitted: true }), job(202)];
		const kept = stillWatched([...others, ...failed], new Map());
		expect(kept).toEqual([...others, ...failed.slice(3)]);
		expect(stillWatched(failed.slice(0, 100), new Map())).toHaveLength(100);
	});
});
