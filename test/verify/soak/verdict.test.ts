import type { Seen } from '../../../verify/judge/judge';
import { workflowResult } from '../../../verify/soak/verdict';

const good: Seen = {
	requests: 1,
	paid: [{ request: 'a', input: 0 }],
	wanted: [{ key: 'a', input: 0 }],
	out: [{ key: 'a', isRight: true }],
	reported: [],
	log: '',
};
const failed: Seen = {
	...good,
	out: [],
	reported: [{ input: 0, message: 'It broke', text: 'It may have been sent' }],
};
const under = (affected: number, seen: Seen): Seen => ({ ...seen, affected });
const line = (...all: Seen[]) =>
	workflowResult(
		'Search',
		all.map((seen, n) => ({ id: String(n), seen })),
	);

it('accepts failures in executions that a fault may have affected', () => {
	expect(line(good, under(2, failed), under(1, good))).toMatchObject({
		executions: 3,
		calm: 1,
		counts: { wanted: 3, right: 2, failed: 1 },
		objections: [],
	});
});

it.each<[string, Seen[], string[]]>([
	[
		'a failure that no fault explains',
		[good, good, failed],
		['execution 2: 0 of 1 returned: It broke', 'execution 2: 1 failed: It broke'],
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
		[good, under(1, { ...good, out: [], paid: [] })],
		['execution 1: 1 lost: '],
	],
])('objects to %s', (_, all, objections) => {
	expect(line(...all).objections).toEqual(objections);
});

it('shows the first objections of many', () => {
	const { objections } = line(failed, failed, failed);
	expect(objections).toEqual([...objections.slice(0, 3), '3 more', '0 of 3 right']);
});
