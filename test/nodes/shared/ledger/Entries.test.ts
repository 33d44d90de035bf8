import type { IContextObject } from 'n8n-workflow';

import { Entries, type Entry } from '../../../../nodes/shared/ledger/Entries';

const accepted: Entry = { outcome: 'accepted', at: 1, fingerprints: ['mark'] };
const response = (text: string) => ({ status: 200, headers: {}, text });
const open = (context: IContextObject, run = '0', maxCharacters?: number) => {
	const entries = new Entries(context, run, maxCharacters);
	const find = (name: string) => {
		const { job, response: stored, outcome } = entries.find(name, ['mark']) ?? {};
		return job ?? (stored === undefined ? outcome : 'stored');
	};
	return { entries, found: (...names: string[]) => names.map(find) };
};

it('the runs of a node, and its requests, are kept apart', () => {
	const context: IContextObject = {};
	const [first, eleventh] = [open(context, '1'), open(context, '11')];
	for (const { entries } of [first, eleventh]) {
		for (const name of ['1', '11']) entries.put(name, { ...accepted, job: 'a' });
	}
	expect(open(context, '0').found('1', '11')).toEqual([undefined, undefined]);
	first.entries.drop('1');
	expect(first.found('1', '11')).toEqual([undefined, 'a']);
	first.entries.clear();
	expect(first.found('1', '11')).toEqual([undefined, undefined]);
	expect(eleventh.found('1', '11')).toEqual(['a', 'a']);
});

it('responses of other runs are dropped, and neither their jobs nor lost requests', () => {
	const context: IContextObject = {};
	const [earlier, later] = [open(context, '0'), open(context, '1')];
	earlier.entries.put('0', { ...accepted, response: response('x') });
	earlier.entries.put('1', { ...accepted, job: 'a' });
	earlier.entries.put('2', { ...accepted, outcome: 'lost' });
	later.entries.put('0', { ...accepted, response: response('y') });
	later.entries.dropDoneOfOtherRuns();
	expect(earlier.found('0', '1', '2')).toEqual([undefined, 'a', 'lost']);
	expect(later.found('0')).toEqual(['stored']);
});

describe('the size of what is stored', () => {
	const large = { ...accepted, response: response('x'.repeat(90)) };

	it('is limited in total, and the request and the ID of a job are always recorded', () => {
		const { entries, found } = open({}, '0', 100);
		entries.put('0', large);
		entries.put('1', large);
		entries.put('2', { ...large, job: 'a' });
		entries.put('3', {
			...accepted,
			outcome: 'lost',
			failure: { message: 'x', reason: large.response.text },
		});
		expect(found('0', '1', '2', '3')).toEqual(['stored', 'accepted', 'a', 'lost']);
		expect(entries.find('3', ['mark'])?.failure).toEqual({ message: 'x' });
	});

	it('is free again once a response is dropped or replaced', () => {
		const { entries, found } = open({}, '0', 100);
		entries.put('0', large);
		entries.drop('0');
		entries.put('1', large);
		entries.put('1', large);
		entries.put('1', { ...accepted, job: 'a' });
		entries.put('2', large);
		expect(found('0', '1', '2')).toEqual([undefined, 'a', 'stored']);
	});
});
