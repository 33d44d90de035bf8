import type { IContextObject } from 'n8n-workflow';

import { deserialize } from '../../../../nodes/shared/jobs/storedResponse';
import { RequestJournal } from '../../../../nodes/shared/jobs/RequestJournal';
import { response } from '../responses';

const open = (context: IContextObject, run = '0', mostKept?: number) =>
	new RequestJournal(context, run, mostKept);
const noted = { at: 1, fingerprints: ['entered', 'sent'] };

describe('the request journal', () => {
	it.each(['a', 17])('is found again by the next attempt, by name and request: job %j', (id) => {
		const context: IContextObject = {};
		open(context).submitted('0', noted, { id });
		const entry = { kind: 'job', ...noted, id };
		expect(open(context).find('0', noted.fingerprints)).toEqual(entry);
		expect(open(context).find('1', noted.fingerprints)).toBeUndefined();
		expect(open(context).find('0', ['changed'])).toBeUndefined();
	});

	it('treats a request as the same if one of its fingerprints is', () => {
		const context: IContextObject = {};
		open(context).sent('0', noted);
		expect(open(context).find('0', ['entered', 'other'])).toBeDefined();
		expect(open(context).find('0', ['other', 'sent'])).toBeDefined();
	});

	it.each(['{"id": 1}', Buffer.from([0xff, 0xfe, 0x00])])('stores the response %j', (body) => {
		const context: IContextObject = {};
		const received = response(body, { 'content-type': 'x/y', date: 'today', location: '/a' }, 201);
		open(context).received('3', noted, received);
		const saved = JSON.parse(JSON.stringify(context)) as IContextObject;
		const entry = open(saved).find('3', noted.fingerprints);
		expect(entry?.kind).toBe('received');
		expect(entry?.kind === 'received' && deserialize(entry.response)).toEqual({
			status: 201,
			headers: { 'content-type': 'x/y', location: '/a' },
			body: Buffer.from(body),
		});
	});

	it('records a request before its response, and the message of its failure', () => {
		const context: IContextObject = {};
		open(context).sent('0', noted);
		expect(open(context).find('0', noted.fingerprints)).toEqual({ kind: 'sent', ...noted });
		open(context).sent('0', noted, { message: 'lost' });
		expect(open(context).find('0', noted.fingerprints)).toMatchObject({
			reported: { message: 'lost' },
		});
	});

	it('keeps the runs of a node apart', () => {
		const context: IContextObject = {};
		open(context, '1').submitted('0', noted, { id: 'a' });
		open(context, '11').submitted('0', noted, { id: 'b' });
		expect(open(context, '0').find('0', noted.fingerprints)).toBeUndefined();
		open(context, '1').clear();
		expect(open(context, '1').find('0', noted.fingerprints)).toBeUndefined();
		expect(open(context, '11').find('0', noted.fingerprints)).toMatchObject({ id: 'b' });
	});

	it('drops the responses of other runs, and neither their jobs nor lost requests', () => {
		const context: IContextObject = {};
		const first = open(context, '0');
		first.received('0', noted, response('x'));
		first.submitted('1', noted, { id: 'a' });
		first.sent('2', noted);
		open(context, '1').received('0', noted, response('y'));
		open(context, '1').dropResponsesOfOtherRuns();
		expect(first.names()).toMatchObject({ sent: ['2'], received: [], notStored: [], job: ['1'] });
		expect(open(context, '1').names()).toMatchObject({ received: ['0'] });
	});

	it('forgets one request only', () => {
		const context: IContextObject = {};
		const journal = open(context);
		journal.sent('1', noted);
		journal.sent('11', noted);
		journal.forget('1');
		expect(journal.find('1', noted.fingerprints)).toBeUndefined();
		expect(journal.find('11', noted.fingerprints)).toBeDefined();
	});

	it('is empty once all is well, and leaves other entries of the context untouched', () => {
		const context: IContextObject = { other: { a: 1 } };
		const journal = open(context);
		journal.forget('5');
		journal.clear();
		journal.sent('0', noted);
		journal.received('1', noted, response('x'));
		journal.forget('0');
		journal.clear();
		expect(context).toEqual({ other: { a: 1 } });
	});
});

describe('the size of stored responses', () => {
	it('is limited in total, and a request is always recorded', () => {
		const journal = open({}, '0', 100);
		for (const name of ['0', '1', '2', '3'])
			journal.received(name, noted, response('x'.repeat(40)));
		expect(journal.names()).toMatchObject({
			sent: [],
			received: ['0', '1'],
			notStored: ['2', '3'],
			job: [],
		});
		expect(journal.find('3', noted.fingerprints)).toEqual({
			kind: 'notStored',
			...noted,
			size: 40,
		});
	});

	it.each([
		[16_000_000, 'received'],
		[16_000_001, 'notStored'],
	])('is 16 MB: a response of %d characters is %s', (size, kind) => {
		const context: IContextObject = {};
		// Two more are those of its headers.
		open(context).received('0', noted, response('x'.repeat(size - 2)));
		expect(open(context).find('0', noted.fingerprints)?.kind).toBe(kind);
	});

	it('is free again once a response is forgotten or replaced', () => {
		const context: IContextObject = {};
		const journal = open(context, '0', 100);
		journal.received('0', noted, response('x'.repeat(90)));
		journal.forget('0');
		journal.received('1', noted, response('x'.repeat(90)));
		journal.received('1', noted, response('y'.repeat(90)));
		journal.submitted('1', noted, { id: 'a', response: response('z'.repeat(90)) });
		expect(journal.find('1', noted.fingerprints)).toMatchObject({
			response: { text: 'z'.repeat(90) },
		});
		journal.submitted('1', noted, { id: 'a' });
		journal.received('2', noted, response('x'.repeat(90)));
		expect(journal.names()).toMatchObject({ received: ['2'], job: ['1'] });
	});

	it('is counted for each of several', () => {
		const journal = open({}, '0', 8);
		const four = response('xx');
		for (const name of ['0', '1', '1']) journal.received(name, noted, four);
		journal.forget('0');
		for (const name of ['2', '3']) journal.received(name, noted, four);
		expect(journal.names()).toMatchObject({ received: ['1', '2'], notStored: ['3'] });
	});

	it('is limited for failure details as well', () => {
		const journal = open({}, '0', 100);
		const reported = { message: 'lost', response: { data: 'x'.repeat(40) } };
		journal.sent('0', noted, reported);
		journal.sent('1', noted, reported);
		expect(journal.find('0', noted.fingerprints)).toMatchObject({ reported });
		expect(journal.find('1', noted.fingerprints)).toMatchObject({ reported: { message: 'lost' } });
		expect(journal.find('1', noted.fingerprints)).not.toHaveProperty('reported.response');
	});

	it('always allows the id of a job, whatever the size of the response', () => {
		const journal = open({}, '0', 10);
		journal.submitted('0', noted, { id: 'a', response: response('x'.repeat(90)) });
		expect(journal.find('0', noted.fingerprints)).toEqual({ kind: 'job', ...noted, id: 'a' });
	});
});

describe('a request journal that is damaged', () => {
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
		['an entry without fingerprints', { kind: 'sent', at: 1 }],
		['an entry of no kind', { ...noted, kind: 'other' }],
		['an answer that is none', { ...noted, kind: 'received' }],
		['an answer without its body', { ...noted, kind: 'received', response: { ...kept, text: 1 } }],
		['an entry of no time', { ...noted, at: -1e99, kind: 'sent' }],
		[
			'an answer with headers that are none',
			{ ...noted, kind: 'received', response: { ...kept, headers: { link: 3 } } },
		],
		['a job without an id', { ...noted, kind: 'job', id: null }],
		['a failure without a message', { ...noted, kind: 'sent', reported: {} }],
	])('leaves unknown what was sent: %s', (what, decodeFailure) => {
		const isEntry = /^(an entry|an answer|a job|a failure)/.test(what);
		const saved = isEntry
			? { size: 0, entries: { '0:0': decodeFailure, '1:0': decodeFailure } }
			: decodeFailure;
		const context = { [KEY]: saved } as IContextObject;
		const journal = open(context);
		journal.dropResponsesOfOtherRuns();
		expect(journal.find('0', noted.fingerprints)).toMatchObject({ kind: 'damaged' });
		expect(journal.names().sent).toEqual([]);
		journal.sent('0', noted);
		expect(journal.find('0', noted.fingerprints)).toMatchObject({ kind: 'sent' });
		journal.forget('0');
		expect(open(context).find('1', noted.fingerprints)?.kind).toBe(isEntry ? undefined : 'damaged');
	});

	it('is one whose context is no object', () => {
		const journal = open(JSON.parse('"garbage"') as IContextObject);
		expect(journal.find('0', noted.fingerprints)).toMatchObject({ kind: 'damaged' });
	});
});
