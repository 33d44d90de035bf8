import { faults } from '../../../verify/faults/faults';
import { operations, type Contender } from '../../../verify/faults/operations';
import { page, table, totals } from '../../../verify/faults/report';
import { judge, type Seen } from '../../../verify/judge/judge';
import { measured } from '../measured';

const seen: Seen = {
	requests: 4,
	affected: 1,
	paid: [{ request: 'a', input: 0 }],
	wanted: [{ key: 'a', input: 0 }],
	out: [],
	reported: [{ input: 0, message: 'It | broke', text: 'It may have been charged' }],
	log: '',
};

const cell = (contender: Contender, operation: string, given: Partial<Seen> = {}) => ({
	fault: 'cutAfter',
	operation,
	contender,
	at: '2026-01-02T03:04:05.678Z',
	expected: 'reported',
	seconds: 2,
	verdict: judge({ ...seen, ...given }, 'reported'),
});

const cells = [
	cell('http', 'submit', { paid: [...seen.paid, ...seen.paid] }),
	cell('ours', 'triggerSubmitting'),
	cell('oursWithKey', 'submit', { requests: 5 }),
	cell('ours', 'submit'),
];
const lists = { faults, operations };

it('compares only what both can do', () => {
	expect(totals(cells).map(([, counts]) => counts.requests)).toEqual([8, 9, 4, 5, 4, 0]);
});

it('the table has a line for each cell of our nodes, and the totals', () => {
	const lines = table(cells, lists).split('\n');
	expect(lines).toHaveLength(1 + 3 + 1 + 6);
	expect(lines[1]).toMatch(/^Connection cut after .* Submit .* 4 +0 +1 +0 .*as expected$/);
});

it('the page says what the user saw, and what the HTTP Request node does', () => {
	const text = page(cells, lists, measured);
	expect(text).toContain('on 2026-01-02 at commit `abc1234` with n8n 2.0.0');
	expect(text).toContain('3 of 3 cells are as expected');
	expect(text).toContain('| 0 of 1, 1 failed | 0 of 1, 1 failed, 1 doubled | It \\| broke |');
	expect(text).toContain('## Trigger that submits');
	expect(text).not.toContain('## Get');
});

it('the page names what is not as expected', () => {
	const wrong = [cell('ours', 'submit', { reported: [] })];
	expect(page(wrong, lists, measured)).toContain('**Not as expected: 1 lost; 1 unsaid**');
	expect(page(wrong, lists, measured)).toContain('0 of 1 cells are as expected');
});

it('every fault and every operation has a unique name', () => {
	for (const list of [faults, operations]) {
		expect(new Set(list.map(({ id }) => id)).size).toBe(list.length);
	}
});
