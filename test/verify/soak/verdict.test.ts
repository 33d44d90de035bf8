import type { Observation } from '../../../verify/judge/types';
import { workflowResult } from '../../../verify/soak/verdict';

const item = { json: { name: 'a' }, input: 0 };
const good: Observation = {
	wanted: { items: [item] },
	output: { items: [item], errors: [] },
	requests: [{ method: 'POST', path: '/screening', isCarriedOut: true, input: 0 }],
};
const text = 'It may have been sent. Check with the service.';
const failed: Observation = {
	...good,
	output: { items: [], errors: [{ input: 0, message: 'It broke', text }] },
};
const under = (affected: number, observation: Observation) => ({ ...observation, affected });
const line = (...all: Observation[]) =>
	workflowResult(
		'Search',
		all.map((observation, n) => ({ id: String(n), observation })),
	);

it('accepts failures in executions that a fault may have affected', () => {
	expect(line(good, under(2, failed), under(1, good))).toMatchObject({
		executions: 3,
		calm: 1,
		counts: { wanted: 3, right: 2, failed: 1 },
		objections: [],
	});
});

it.each<[string, Observation[], string[]]>([
	[
		'a failure that no fault explains',
		[good, good, failed],
		['execution 2: 1 failed: an item of input 0 is missing: It broke'],
	],
	[
		'a node that always fails, under faults',
		[under(3, failed), under(1, failed)],
		['0 of 2 right'],
	],
	['a workflow that never ran', [], ['nothing was wanted']],
	[
		'many items of which less than half are right',
		Array.from({ length: 100 }, (_, n) => under(1, n < 49 ? good : failed)),
		['49 of 100 right'],
	],
	[
		'what is lost under a fault',
		[good, under(1, { ...good, output: { items: [], errors: [] }, requests: [] })],
		['execution 1: 1 lost: an item of input 0 is missing: '],
	],
])('objects to %s', (_, all, objections) => {
	expect(line(...all).objections).toEqual(objections);
});

it('shows the first objections of many', () => {
	const { objections } = line(failed, failed, failed, failed, failed);
	expect(objections).toEqual([...objections.slice(0, 3), '2 more', '0 of 5 right']);
});
