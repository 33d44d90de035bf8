import { count, type Seen } from '../../../verify/judge/judge';
import {
	type Circumstances,
	jobsNamedIn,
	lossesOfN8n,
	namingLines,
	objectionsTo,
	runningAtEndOf,
} from '../../../verify/queue/figures';

const log = `12:00 | info | Submitted the job a-1 for item 0 {"file":"x"}
12:01 | info | Submitted the job 17 for item 3
12:02 | info | Submitted the job a-1 for item 0
12:03 | info | Enqueued execution 5 (job 99)`;

it('finds the jobs that a log names, each once', () => {
	expect(jobsNamedIn(log)).toEqual(['a-1', '17']);
	expect(namingLines(log)).not.toContain('99');
});

it('counts the executions that a worker had not ended', () => {
	const text = `Worker started execution 1 (job 1)
Worker started execution 2 (job 2)
Worker finished execution 1 (job 1)
Worker started execution 3 (job 3)`;
	expect(runningAtEndOf(text)).toBe(2);
});

/** Ten calls, of which n8n lost two whose jobs the log names. */
const seen: Seen = {
	requests: 10,
	wanted: Array.from({ length: 10 }, (_, input) => ({ key: String(input), input })),
	out: Array.from({ length: 8 }, (_, n) => ({ key: String(n), isRight: true })),
	paid: Array.from({ length: 10 }, (_, n) => ({ request: String(n), input: n, job: `job-${n}` })),
	reported: [],
	log: 'Submitted the job job-8 for item 0\nSubmitted the job job-9 for item 0',
};
const around: Circumstances = {
	...{ concurrency: 5, running: 2, named: 2, recovered: 2, underWay: 0, ended: [] },
	statuses: { success: 8, error: 2 },
};

it('has no objections if everything lost is named and recovered', () => {
	expect(count(seen)).toMatchObject({ right: 8, lost: 2, unsaid: 0 });
	expect(objectionsTo(count(seen), around)).toEqual([]);
});

it.each<[string, Partial<Seen>, Partial<Circumstances>]>([
	['1 doubled', { paid: [...seen.paid, seen.paid[0]] }, {}],
	['1 wrong', { out: [...seen.out, { key: '8', isRight: false }] }, {}],
	['1 repeated', { out: [...seen.out, seen.out[0]] }, {}],
	['2 jobs that nothing names', { log: '' }, {}],
	['1 jobs that nothing names', { log: '' }, { underWay: 1 }],
	['1 of 2 lost results were recovered', {}, { recovered: 1 }],
	['the killed worker was running nothing', {}, { running: 0 }],
	['2 executions lost, and n8n explains 1', {}, { concurrency: 1 }],
	['main ended by itself', {}, { ended: ['main'] }],
])('objects: %s', (objection, given, circumstances) => {
	const counts = count({ ...seen, ...given });
	expect(objectionsTo(counts, { ...around, ...circumstances })).toContain(objection);
});

it('counts a call that n8n rejected as failed, not as lost', () => {
	const reported = [8, 9].map((input) => ({ input, message: 'n8n refused the call', text: '' }));
	const paid = seen.paid.slice(0, 8);
	expect(count({ ...seen, reported, paid })).toMatchObject({ failed: 2, lost: 0, unsaid: 0 });
});

it.each<[string, Circumstances['statuses'], ReturnType<typeof lossesOfN8n>]>([
	['nothing', { success: 8, error: 2 }, { dropped: 0, stuck: 0 }],
	['calls without an execution', { success: 9 }, { dropped: 1, stuck: 0 }],
	['executions that never end', { success: 7, running: 2, new: 1 }, { dropped: 0, stuck: 3 }],
])('n8n may lose %s, which explains as many lost executions', (_, statuses, losses) => {
	const concurrency = 2 - losses.dropped - losses.stuck;
	const circumstances = { ...around, concurrency, statuses };
	expect(lossesOfN8n(count(seen), circumstances)).toEqual(losses);
	expect(objectionsTo(count(seen), circumstances)).toEqual([]);
});
