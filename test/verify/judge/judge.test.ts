import { judge, total } from '../../../verify/judge/judge';
import type { Expectation, Item, Observation, Output } from '../../../verify/judge/types';

const paid = (input: number, job: string) => ({
	...{ method: 'POST', path: '/screening', body: { input }, isCarriedOut: true, input, job },
});
const a: Item & { input: number } = { input: 0, json: { name: 'a', job: { eventId: 'e' } } };
const b: Item & { input: number } = { input: 1, json: { name: 'b' } };
const crash = { input: 'all' as const, message: '', text: '', isCrash: true };
const failedSecond = {
	...{ input: 1, message: 'It broke' },
	text: 'The request may have been processed. Check with the service.',
};

/** Two items that were paid for and returned. */
const whole: Observation = {
	affected: 1,
	wanted: { items: [a, b] },
	output: { items: [a, b], errors: [] },
	requests: [paid(0, 'job-a'), paid(1, 'job-b')],
};
const returning = (output: Partial<Output>): Observation => ({
	...whole,
	output: { ...whole.output, ...output },
});

it('counts what was returned', () => {
	expect(judge(whole)).toEqual({
		...{ requests: 2, affected: 1, wanted: 2, right: 2, failed: 0, doubled: 0, lost: 0 },
		...{ wrong: 0, unsaid: 0, repeated: 0, message: undefined, objections: [] },
	});
	expect(total([judge(whole), judge(whole)])).toMatchObject({ requests: 4, right: 4, lost: 0 });
});

it.each<[string, Expectation, Observation, object]>([
	[
		'an item that did not come, without a word',
		'reported',
		returning({ items: [a] }),
		{ right: 1, lost: 1, failed: 0, unsaid: 1 },
	],
	[
		'an item with an error of its own',
		'reported',
		returning({ items: [a], errors: [failedSecond] }),
		{ lost: 0, failed: 1, unsaid: 0, message: 'It broke', objections: [] },
	],
	[
		'the same where all should be returned',
		'whole',
		returning({ items: [a], errors: [failedSecond] }),
		{ objections: ['1 failed: an item of input 1 is missing'] },
	],
	[
		'more errors than the fault can have caused',
		'reported',
		returning({ items: [], errors: [{ ...failedSecond, input: 'all' }] }),
		{ failed: 2, objections: ['2 failed, but the fault affected only 1 requests'] },
	],
	[
		'an execution that n8n shows as crashed',
		'crashed',
		returning({ items: [], errors: [crash] }),
		{ failed: 2, lost: 0, unsaid: 0, objections: [] },
	],
	[
		'an item that is not what the service has',
		'reported',
		returning({ items: [a, { input: 1, json: { name: 'c' } }] }),
		{
			...{ right: 1, wrong: 1, lost: 0, unsaid: 1 },
			objections: [
				`1 wrong: an item of input 1: 'name' is "c" instead of "b"`,
				'1 unsaid: POST /screening for input 1',
			],
		},
	],
	[
		'an event that is emitted again after a crash',
		'crashed',
		returning({ items: [a, b, a] }),
		{ repeated: 1, objections: [] },
	],
	[
		'an event that is emitted a third time',
		'crashed',
		returning({ items: [a, b, a, a] }),
		{ repeated: 2, objections: ['2 repeated: an item of input 0'] },
	],
	[
		'an item without an event ID that is returned twice',
		'crashed',
		returning({ items: [a, b, b] }),
		{ repeated: 1, objections: ['1 repeated: an item of input 1'] },
	],
	[
		'an execution that does not end',
		'reported',
		{ ...returning({ items: [], isHung: true }), requests: [] },
		{
			isHung: true,
			objections: ['the execution did not end', '2 lost: an item of input 0 is missing'],
		},
	],
	[
		'a fault that affected nothing',
		'whole',
		{ ...whole, affected: 0 },
		{ objections: ['the fault affected no request'] },
	],
	[
		'what the log says where there is no error',
		'whole',
		returning({ note: 'It continues' }),
		{ message: "In n8n's log: It continues" },
	],
])('judges %s', (_, expectation, observation, verdict) => {
	expect(judge(observation, expectation)).toMatchObject(verdict);
});

it('judges a long list quickly', () => {
	const items = Array.from({ length: 20_000 }, (_, id) => ({ input: 0, json: { id } }));
	expect(judge({ ...whole, wanted: { items }, output: { items, errors: [] } }).right).toBe(20_000);
	expect(judge({ ...whole, wanted: { items }, output: { items: [], errors: [] } }).lost).toBe(
		20_000,
	);
});
