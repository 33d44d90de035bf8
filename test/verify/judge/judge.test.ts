import { judge, total, type Expectation, type Seen } from '../../../verify/judge/judge';

/** Two items that were asked for and paid for, and were returned. */
const whole: Seen = {
	requests: 3,
	affected: 1,
	paid: [
		{ request: 'a', input: 0, job: 'job-a' },
		{ request: 'b', input: 1, job: 'job-b' },
	],
	wanted: [
		{ key: 'a', input: 0 },
		{ key: 'b', input: 1 },
	],
	out: [
		{ key: 'a', isRight: true },
		{ key: 'b', isRight: true },
	],
	reported: [],
	log: '',
};

const onlyFirst = whole.out.slice(0, 1);
const failedSecond = (text: string) => [{ input: 1, message: 'It broke', text }];

it('has nothing to object to where all were returned', () => {
	expect(judge(whole, 'whole')).toEqual({
		requests: 3,
		affected: 1,
		wanted: 2,
		right: 2,
		failed: 0,
		doubled: 0,
		lost: 0,
		wrong: 0,
		unsaid: 0,
		repeated: 0,
		message: undefined,
		objections: [],
	});
});

it('shows the first error that the user saw', () => {
	expect(judge({ ...whole, reported: failedSecond('') }, 'reported').message).toBe('It broke');
});

describe('counts as', () => {
	it.each<{ name: string; seen: Partial<Seen>; counts: object }>([
		{
			name: 'doubled: a request that was carried out twice',
			seen: { paid: [...whole.paid, whole.paid[1]] },
			counts: { doubled: 1, lost: 0, wrong: 0 },
		},
		{
			name: 'lost: an item that did not come, without a word',
			seen: { out: onlyFirst },
			counts: { lost: 1, failed: 0, unsaid: 1 },
		},
		{
			name: 'failed: an item with an error of its own',
			seen: { out: onlyFirst, reported: failedSecond('The request may have been processed') },
			counts: { lost: 0, failed: 1, unsaid: 0 },
		},
		{
			name: 'failed: all items of an execution that ended with an error',
			seen: { out: [], paid: [], reported: [{ input: 'all', message: 'It broke', text: '' }] },
			counts: { lost: 0, failed: 2, unsaid: 0 },
		},
		{
			name: 'unsaid: a paid request behind an error that does not say so',
			seen: { out: onlyFirst, reported: failedSecond('socket hang up') },
			counts: { unsaid: 1, failed: 1 },
		},
		{
			name: 'said: an error that says that the job may be charged',
			seen: { out: onlyFirst, reported: failedSecond('It probably exists, and may be charged') },
			counts: { unsaid: 0 },
		},
		{
			name: 'said: an error that names the job',
			seen: { out: onlyFirst, reported: failedSecond('Job job-b is still running') },
			counts: { unsaid: 0 },
		},
		{
			name: 'said: a job that the log names',
			seen: { out: onlyFirst, reported: failedSecond('socket hang up'), log: 'Submitted job-b' },
			counts: { unsaid: 0 },
		},
		{
			name: 'said: an execution that n8n shows as crashed',
			seen: { out: [], reported: [{ input: 'all', message: '', text: '', isCrash: true }] },
			counts: { unsaid: 0, lost: 0, failed: 2 },
		},
		{
			name: 'wrong: an item that is not what the service has',
			seen: { out: [...onlyFirst, { key: 'b', isRight: false }] },
			counts: { wrong: 1, lost: 0, right: 1, unsaid: 1 },
		},
		{
			name: 'wrong: an item that nobody asked for',
			seen: { out: [...whole.out, { key: 'c', isRight: true }] },
			counts: { wrong: 1, right: 2 },
		},
		{
			name: 'repeated: an item that was returned twice',
			seen: { out: [...whole.out, whole.out[0]] },
			counts: { wrong: 0, right: 2, repeated: 1 },
		},
		{
			name: 'repeated: an event that came again under its ID',
			seen: {
				out: [...whole.out, ...[1, 2].map(() => ({ key: 'a', isRight: true, eventId: 'e' }))],
			},
			counts: { repeated: 2, wrong: 0 },
		},
		{
			name: 'lost: an item that the service delivered, although an error says that it failed',
			seen: { out: onlyFirst, reported: failedSecond('It may have been sent'), delivered: ['b'] },
			counts: { lost: 1, failed: 1 },
		},
		{
			name: 'not lost: what was delivered to an n8n that was killed',
			seen: {
				out: [],
				reported: [{ input: 'all', message: '', text: '', isCrash: true }],
				delivered: ['a', 'b'],
			},
			counts: { lost: 0, failed: 2 },
		},
		{
			name: 'nothing: an item that may come, and does not',
			seen: { wanted: [...whole.wanted, { key: 'c', input: 2, isOptional: true }] },
			counts: { wanted: 2, lost: 0, right: 2, wrong: 0 },
		},
	])('$name', ({ seen, counts }) => {
		expect(judge({ ...whole, ...seen }, 'reported')).toMatchObject(counts);
	});
});

describe('objects to', () => {
	const failed = { out: onlyFirst, reported: failedSecond('It may have been charged') };
	const again = [1, 2].map(() => ({ key: 'a', isRight: true, eventId: 'e' }));
	it.each([
		['an error where all should be returned', 'whole', failed, ['1 of 2 returned', '1 failed']],
		['no error where errors are allowed', 'reported', failed, []],
		[
			'more errors than the fault can have caused',
			'reported',
			{
				...failed,
				reported: [{ input: 'all' as const, message: '', text: 'It may have been sent' }],
			},
			['2 failed, but the fault affected only 1 requests'],
		],
		['a fault that affected nothing', 'whole', { affected: 0 }, ['the fault affected no request']],
		['a doubled request', 'reported', { paid: [...whole.paid, whole.paid[0]] }, ['1 doubled']],
		['a repetition', 'reported', { out: [...again, whole.out[1]] }, ['1 repeated']],
		['no repetition after a crash', 'crashed', { out: [...again, whole.out[1]] }, []],
		['a second one', 'crashed', { out: [...again, again[0], whole.out[1]] }, ['2 repeated']],
		[
			'an item without an event ID that came twice',
			'crashed',
			{ out: [...whole.out, whole.out[0]] },
			['1 repeated'],
		],
	] as const)('%s', (_, expectation, seen, objections) => {
		expect(judge({ ...whole, ...seen } as Seen, expectation).objections).toEqual(objections);
	});
});

it('adds up', () => {
	const one = judge(whole, 'whole');
	expect(total([one, one])).toMatchObject({ requests: 6, wanted: 4, right: 4, lost: 0 });
});

it('objects to an execution that does not end', () => {
	const hung = judge({ ...whole, out: [], paid: [], isHung: true }, 'reported');
	expect(hung).toMatchObject({ isHung: true, lost: 2 });
	expect(hung.objections).toEqual(['the execution did not end', '2 lost']);
});

it('shows what the log says where there is no error', () => {
	const noted = 'It continues at the next poll';
	expect(judge({ ...whole, noted }, 'whole').message).toBe(`In n8n's log: ${noted}`);
	expect(judge({ ...whole, noted, reported: failedSecond('') }, 'reported').message).toBe(
		'It broke',
	);
});

describe('a list of which the first page was delivered', () => {
	const keys = Array.from({ length: 336 }, (_, n) => String(n));
	const list: Seen = {
		requests: 2,
		affected: 1,
		paid: [],
		wanted: keys.map((key) => ({ key, input: 0 })),
		out: [],
		reported: [{ input: 0, message: 'It broke', text: 'It may have been sent' }],
		delivered: keys.slice(0, 50),
		log: '',
	};
	const out = (count: number) => keys.slice(0, count).map((key) => ({ key, isRight: true }));
	it.each<[string, Expectation, number, string[]]>([
		['no row and an error', 'reported', 0, ['50 lost']],
		['a part of the page and an error', 'reported', 49, ['1 lost']],
		['the page and an error', 'reported', 50, []],
		['no row where all should come', 'whole', 0, ['50 lost', '0 of 336 returned', '1 failed']],
	])('%s', (_, expectation, count, objections) => {
		expect(judge({ ...list, out: out(count) }, expectation).objections).toEqual(objections);
	});

	it('is judged quickly, however long it is', () => {
		const many = Array.from({ length: 100_000 }, (_, n) => String(n));
		const seen = {
			...list,
			reported: [],
			wanted: many.map((key) => ({ key, input: 0 })),
			out: many.map((key) => ({ key, isRight: true })),
		};
		expect(judge(seen, 'whole').objections).toEqual([]);
	});
});
