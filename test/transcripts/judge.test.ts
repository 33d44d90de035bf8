import type { Outcome } from './support/format';
import { judge, type Shown } from './support/judge';

const expected: Outcome = {
	service: [],
	user: {
		items: [{ 0: { id: 'a1' } }, { 1: 'No such profile' }],
		hints: ['Job a1'],
		requests: 2,
		charged: 1,
	},
};
const failed = { input: 1, json: { error: { message: 'No such profile [item 1]' } }, files: {} };
const right: Shown = {
	items: [{ input: 0, json: { id: 'a1' }, files: {} }, failed],
	hints: ['Job a1 is still running'],
	summary: 'Requests sent that may be charged: 1.',
	log: [],
	seconds: 0,
	script: { requests: ['POST /a', 'POST /a'], charged: 1, objections: () => [] },
};
const [first] = right.items;

it('accepts what is as the transcript says', () => {
	expect(judge(expected, right)).toEqual({ result: 'right', objections: [] });
});

it.each<[string, Partial<Shown>]>([
	['an item is missing', { items: [first] }],
	['items have another order', { items: [failed, first] }],
	['an item belongs to another input', { items: [{ ...first, input: 1 }, failed] }],
	['an item has another field', { items: [{ ...first, json: { id: 'a1', more: 1 } }, failed] }],
	['an item has a file', { items: [{ ...first, files: { data: 'x' } }, failed] }],
	['an item has another error', { items: [first, { ...failed, json: { error: 'No' } }] }],
	['a right item is reported as failed', { items: [first, first, failed] }],
	['a hint names another job', { hints: ['Job a12 is still running'] }],
	['a hint is missing', { hints: [] }],
	['there is another hint', { hints: [...right.hints, 'Something else'] }],
	['the run failed', { error: 'Something else' }],
	['the hint counts otherwise', { summary: 'Requests sent that may be charged: 2.' }],
	['more was charged', { script: { ...right.script, charged: 2 } }],
	['less was sent', { script: { ...right.script, requests: ['POST /a'] } }],
	['the token is shown', { log: ['token-of-the-transcripts'] }],
])('objects if %s', (_, change) => {
	expect(judge(expected, { ...right, ...change }).objections).not.toEqual([]);
});

it('is silent where nothing says what is wrong', () => {
	const wrong = { ...right, items: [first] };
	expect(judge(expected, wrong).result).toBe('silent');
	expect(judge(expected, { ...wrong, hints: ['Rows are missing'] }).result).toBe('told');
	expect(judge({ ...expected, told: 'a vague sentence' }, right).objections).toEqual([
		'nothing says: a vague sentence',
	]);
});
