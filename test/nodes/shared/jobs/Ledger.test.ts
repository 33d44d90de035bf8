import type { IContextObject } from 'n8n-workflow';

import { revive } from '../../../../nodes/shared/jobs/keptResponse';
import { Ledger } from '../../../../nodes/shared/jobs/Ledger';
import { response } from '../responses';

const open = (context: IContextObject, run = '0', mostKept?: number) =>
	new Ledger(context, run, mostKept);
const noted = { at: 1, marks: ['entered', 'sent'] };

describe('the ledger of requests', () => {
	it('is found again by the next try, by name and request', () => {
		const context: IContextObject = {};
		open(context).submitted('0', noted, { id: 'a' });
		const entry = { kind: 'job', ...noted, id: 'a' };
		expect(open(context).find('0', noted.marks)).toEqual(entry);
		expect(open(context).find('1', noted.marks)).toBeUndefined();
		expect(open(context).find('0', ['changed'])).toBeUndefined();
	});

	it('takes a request for the same if one of its marks is', () => {
		const context: IContextObject = {};
		open(context).sent('0', noted);
		expect(open(context).find('0', ['entered', 'other'])).toBeDefined();
		expect(open(context).find('0', ['other', 'sent'])).toBeDefined();
	});

	it.each(['{"id": 1}', Buffer.from([0xff, 0xfe, 0x00])])('keeps the answer %j', (body) => {
		const context: IContextObject = {};
		const answer = response(body, { 'content-type': 'x/y', date: 'today', location: '/a' }, 201);
		open(context).answered('3', noted, answer);
		const saved = JSON.parse(JSON.stringify(context)) as IContextObject;
		const entry = open(saved).find('3', noted.marks);
		expect(entry?.kind).toBe('answered');
		expect(entry?.kind === 'answered' && revive(entry.response)).toEqual({
			status: 201,
			headers: { 'content-type': 'x/y', location: '/a' },
			body: Buffer.from(body),
		});
	});

	it('knows of a request before it is answered, and what its failure said', () => {
		const context: IContextObject = {};
		open(context).sent('0', noted);
		expect(open(context).find('0', noted.marks)).toEqual({ kind: 'sent', ...noted });
		open(context).sent('0', noted, { message: 'lost' });
		expect(open(context).find('0', noted.marks)).toMatchObject({ told: { message: 'lost' } });
	});

	it('keeps the runs of a node apart', () => {
		const context: IContextObject = {};
		open(context, '1').submitted('0', noted, { id: 'a' });
		open(context, '11').submitted('0', noted, { id: 'b' });
		expect(open(context, '0').find('0', noted.marks)).toBeUndefined();
		open(context, '1').clear();
		expect(open(context, '1').find('0', noted.marks)).toBeUndefined();
		expect(open(context, '11').find('0', noted.marks)).toMatchObject({ id: 'b' });
	});

	it('gives up the answers of other runs, and neither their jobs nor what was lost', () => {
		const context: IContextObject = {};
		const first = open(context, '0');
		first.answered('0', noted, response('x'));
		first.submitted('1', noted, { id: 'a' });
		first.sent('2', noted);
		open(context, '1').answered('0', noted, response('y'));
		open(context, '1').forgetAnswersOfOtherRuns();
		expect(first.names()).toMatchObject({ sent: ['2'], answered: [], unkept: [], job: ['1'] });
		expect(open(context, '1').names()).toMatchObject({ answered: ['0'] });
	});

	it('forgets one request only', () => {
		const context: IContextObject = {};
		const ledger = open(context);
		ledger.sent('1', noted);
		ledger.sent('11', noted);
		ledger.forget('1');
		expect(ledger.find('1', noted.marks)).toBeUndefined();
		expect(ledger.find('11', noted.marks)).toBeDefined();
	});

	it('leaves nothing behind once all is well, and nothing that is not its own is touched', () => {
		const context: IContextObject = { other: { a: 1 } };
		const ledger = open(context);
		ledger.forget('5');
		ledger.clear();
		ledger.sent('0', noted);
		ledger.answered('1', noted, response('x'));
		ledger.forget('0');
		ledger.clear();
		expect(context).toEqual({ other: { a: 1 } });
	});
});

describe('the room for answers', () => {
	it('is limited for all of them together, and there is always room to know of one', () => {
		const ledger = open({}, '0', 100);
		for (const name of ['0', '1', '2', '3']) ledger.answered(name, noted, response('x'.repeat(40)));
		expect(ledger.names()).toMatchObject({
			sent: [],
			answered: ['0', '1'],
			unkept: ['2', '3'],
			job: [],
		});
		expect(ledger.find('3', noted.marks)).toEqual({ kind: 'unkept', ...noted, size: 40 });
	});

	it('is free again once an answer is forgotten or replaced', () => {
		const context: IContextObject = {};
		const ledger = open(context, '0', 100);
		ledger.answered('0', noted, response('x'.repeat(90)));
		ledger.forget('0');
		ledger.answered('1', noted, response('x'.repeat(90)));
		ledger.answered('1', noted, response('y'.repeat(90)));
		ledger.submitted('1', noted, { id: 'a', response: response('z'.repeat(90)) });
		expect(ledger.find('1', noted.marks)).toMatchObject({ response: { text: 'z'.repeat(90) } });
		ledger.submitted('1', noted, { id: 'a' });
		ledger.answered('2', noted, response('x'.repeat(90)));
		expect(ledger.names()).toMatchObject({ answered: ['2'], job: ['1'] });
	});

	it('is limited for what failures say as well', () => {
		const ledger = open({}, '0', 100);
		const told = { message: 'lost', response: { data: 'x'.repeat(40) } };
		ledger.sent('0', noted, told);
		ledger.sent('1', noted, told);
		expect(ledger.find('0', noted.marks)).toMatchObject({ told });
		expect(ledger.find('1', noted.marks)).toMatchObject({ told: { message: 'lost' } });
		expect(ledger.find('1', noted.marks)).not.toHaveProperty('told.response');
	});

	it('holds the id of a job, whatever the size of the answer', () => {
		const ledger = open({}, '0', 10);
		ledger.submitted('0', noted, { id: 'a', response: response('x'.repeat(90)) });
		expect(ledger.find('0', noted.marks)).toEqual({ kind: 'job', ...noted, id: 'a' });
	});
});

describe('a ledger that is damaged', () => {
	const KEY = 'creatorIntelligence';
	const kept = { status: 200, headers: {}, text: '{}' };

	it.each<[string, unknown]>([
		['a text', 'garbage'],
		['nothing', null],
		['a list', []],
		['no entries', { size: 0 }],
		['entries that are none', { size: 0, entries: 'garbage' }],
		['no size', { entries: {} }],
		['an entry that is none', 7],
		['an entry without marks', { kind: 'sent', at: 1 }],
		['an entry of no kind', { ...noted, kind: 'other' }],
		['an answer that is none', { ...noted, kind: 'answered' }],
		['an answer without its body', { ...noted, kind: 'answered', response: { ...kept, text: 1 } }],
		['an entry of no time', { ...noted, at: -1e99, kind: 'sent' }],
		[
			'an answer with headers that are none',
			{ ...noted, kind: 'answered', response: { ...kept, headers: { link: 3 } } },
		],
		['a job without an id', { ...noted, kind: 'job', id: null }],
		['a failure without a message', { ...noted, kind: 'sent', told: {} }],
	])('leaves it open what was sent: %s', (what, damage) => {
		const isEntry = /^(an entry|an answer|a job|a failure)/.test(what);
		const saved = isEntry ? { size: 0, entries: { '0:0': damage, '1:0': damage } } : damage;
		const context = { [KEY]: saved } as IContextObject;
		const ledger = open(context);
		ledger.forgetAnswersOfOtherRuns();
		expect(ledger.find('0', noted.marks)).toMatchObject({ kind: 'damaged' });
		expect(ledger.names().sent).toEqual([]);
		ledger.sent('0', noted);
		expect(ledger.find('0', noted.marks)).toMatchObject({ kind: 'sent' });
		ledger.forget('0');
		expect(open(context).find('1', noted.marks)?.kind).toBe(isEntry ? undefined : 'damaged');
	});

	it('is one whose context is no object', () => {
		const ledger = open(JSON.parse('"garbage"') as IContextObject);
		expect(ledger.find('0', noted.marks)).toMatchObject({ kind: 'damaged' });
	});
});
