import {
	type Call,
	type Circumstances,
	fateOf,
	jobsNamedIn,
	lossesOfN8n,
	objectionsTo,
	type Tally,
	tallyOf,
} from '../../queue/figures';
import { runningAtEndOf } from '../../queue/observe';

const call = (seen: Partial<Call>): Call => ({
	asked: 'somebody',
	kind: 'job',
	isAccepted: true,
	results: [],
	jobs: [],
	...seen,
});
const right = { isRight: true };
const isNamed = (job: string) => job === 'named';

describe('what became of a call', () => {
	it.each<[string, Partial<Call>, string]>([
		['its result came out', { results: [right], jobs: ['other'] }, 'arrived'],
		['n8n lost it, and the log names its job', { jobs: ['named'] }, 'named'],
		['n8n lost it, and nothing names its job', { jobs: ['other'] }, 'unnamed'],
		['it has two jobs, and one of them has no name', { jobs: ['named', 'other'] }, 'unnamed'],
		['a wrong result is none', { results: [{ isRight: false }], jobs: ['named'] }, 'named'],
		['its job was submitted as the worker died', { jobs: ['other'], isUnderWay: true }, 'underWay'],
		['the log names it all the same', { jobs: ['named'], isUnderWay: true }, 'named'],
		['n8n took it and sent nothing', {}, 'noJob'],
		['n8n did not take it', { isAccepted: false }, 'refused'],
		['n8n said no, and ran it all the same', { isAccepted: false, jobs: ['other'] }, 'unnamed'],
	])('%s', (_, seen, fate) => {
		expect(fateOf(call(seen), isNamed)).toBe(fate);
	});
});

it('counts what is wrong, repeated and doubled', () => {
	const calls = [
		call({ results: [right], jobs: ['1'] }),
		call({ results: [right, right], jobs: ['2', '3', '4'] }),
		call({ results: [{ isRight: false }], jobs: ['named'] }),
	];
	expect(tallyOf(calls, isNamed)).toEqual({
		calls: 3,
		fates: { arrived: 2, named: 1, underWay: 0, unnamed: 0, noJob: 0, refused: 0 },
		wrong: 1,
		repeated: 1,
		doubled: 2,
	});
});

it('finds the jobs that a log names, each once', () => {
	const log = `12:00 | info | Submitted the job a-1 for item 0 {"file":"x"}
12:01 | info | Submitted the job 17 for item 3
12:02 | info | Submitted the job a-1 for item 0
12:03 | info | Enqueued execution 5 (job 99)`;
	expect(jobsNamedIn(log)).toEqual(['a-1', '17']);
});

it('counts the executions that a worker had not ended', () => {
	const log = `Worker started execution 1 (job 1)
Worker started execution 2 (job 2)
Worker finished execution 1 (job 1)
Worker started execution 3 (job 3)`;
	expect(runningAtEndOf(log)).toBe(2);
});

describe('objections', () => {
	const tally: Tally = {
		calls: 10,
		fates: { arrived: 8, named: 2, underWay: 0, unnamed: 0, noJob: 0, refused: 0 },
		wrong: 0,
		repeated: 0,
		doubled: 0,
	};
	const around: Circumstances = {
		concurrency: 5,
		running: 2,
		recovered: 2,
		statuses: { success: 8, error: 2 },
		ended: [],
	};

	it('there are none if all that was lost is named and recovered', () => {
		expect(objectionsTo(tally, around)).toEqual([]);
	});

	it.each<[string, Partial<Tally>, Partial<Circumstances>]>([
		['1 doubled', { doubled: 1 }, {}],
		['1 wrong', { wrong: 1 }, {}],
		['1 repeated', { repeated: 1 }, {}],
		['1 jobs that nothing names', { fates: { ...tally.fates, named: 1, unnamed: 1 } }, {}],
		['1 of 2 lost results were recovered', {}, { recovered: 1 }],
		['the killed worker was running nothing', {}, { running: 0 }],
		['2 executions lost, and n8n explains 1', {}, { concurrency: 1 }],
		['main ended by itself', {}, { ended: ['main'] }],
	])('%s', (objection, seen, circumstances) => {
		const found = objectionsTo({ ...tally, ...seen }, { ...around, ...circumstances });
		expect(found).toContain(objection);
	});

	it.each<[string, Circumstances['statuses'], ReturnType<typeof lossesOfN8n>]>([
		['nothing', { success: 8, error: 2 }, { dropped: 0, stuck: 0 }],
		['calls without an execution', { success: 9 }, { dropped: 1, stuck: 0 }],
		['executions that never end', { success: 7, running: 2, new: 1 }, { dropped: 0, stuck: 3 }],
	])('n8n may lose %s, which explains as many lost executions', (_, statuses, losses) => {
		const circumstances = { ...around, concurrency: 2 - losses.dropped - losses.stuck, statuses };
		expect(lossesOfN8n(tally, circumstances)).toEqual(losses);
		expect(objectionsTo(tally, circumstances)).toEqual([]);
	});
});
