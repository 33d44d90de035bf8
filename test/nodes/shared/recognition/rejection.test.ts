import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import {
	findRejection,
	namesStatus,
	rejectionIn,
} from '../../../../nodes/shared/recognition/rejection';
import { json, response } from '../responses';
import type { AnswerCase } from './answers';

const FOLDER = join(__dirname, '../../../fixtures/answers');

describe('a rejection with the status of a success', () => {
	it.each<[unknown, number]>([
		[{ stat: 'fail', code: 100, message: 'Invalid key' }, 400],
		[{ stat: 'fail' }, 400],
		[{ success: false, message: 'No credits', request_id: 'r' }, 400],
		[{ success: 'false' }, 400],
		[{ status: false, code: 200, message: 'Invalid token', data: [] }, 400],
		[{ error: true, message: 'Invalid token' }, 400],
		[{ ok: false, error: 'invalid_cursor' }, 400],
		[{ code: 40105, message: 'The token has expired', data: {} }, 400],
		[{ code: -1, msg: 'Too many fields', data: null }, 400],
		[{ code: '1004', message: 'Unknown platform', timestamp: 1_700_000_000 }, 400],
		[{ code: 429, message: 'Slow down' }, 429],
		[{ code: 'rest_forbidden', message: 'Not for you', data: { status: 401 } }, 401],
		[{ errcode: 'A7', errmsg: 'No such profile' }, 400],
		[{ meta: { code: 403, error_message: 'Not for you' }, data: [] }, 403],
		[{ status: { code: 500, message: 'Oops' } }, 500],
		[{ status: 'error', message: 'Unknown profile' }, 400],
		[{ result: 'failed', error_code: 7 }, 400],
		[{ error: 'Invalid token' }, 400],
		[{ error: { code: 404, message: 'No such profile' } }, 404],
		[{ errors: [{ message: 'No such field' }], data: null }, 400],
		[{ success: false, code: 1001, type: 'invalid_access_key', info: 'Bad' }, 400],
		[{ success: false, type: 'invalid', info: 'Bad' }, 400],
		[{ success: false, request_id: 'x', credits_remaining: 0, message: 'Bad' }, 400],
		[{ credits_charged: 1, message: 'x', success: false }, 400],
		[{ errno: 110, errmsg: 'Bad' }, 400],
		[{ retcode: 100, message: 'Bad' }, 400],
		[{ status: 'fail', data: { identifier: 'Bad' } }, 400],
		[{ jsonrpc: '2.0', id: 1, error: { code: -32601, message: 'Method not found' } }, 400],
		[{ type: 'error', error: { message: 'Overloaded' } }, 400],
		[{ type: 'about:blank', title: 'Not Found', status: 404, detail: 'No such page' }, 404],
		[[{ errorCode: 'INVALID_SESSION_ID', message: 'Session expired' }], 400],
		[[{ error: 'Invalid token' }, { error: 'Invalid key' }], 400],
		[{ data: [{ error: 'bad' }, { error: 'worse' }], total: 2 }, 400],
		[{ results: [{ success: false, error: { message: 'No' } }] }, 400],
	])('%j means %i', (value, status) => {
		expect(findRejection(json(value))).toBe(status);
	});

	it.each<[string, unknown]>([
		['a code of success', { code: 200, message: 'ok', data: { name: 'a' } }],
		['a code of success and no data', { code: 200, message: 'Deleted', data: null }],
		['a code next to a list', { ret: 100, msg: 'query has rows', results: [] }],
		['no code', { code: 0, message: 'Nothing to do' }],
		['a word of success', { status: 'success', message: 'Saved', error: 'none to speak of' }],
		['a code that the message calls a success', { code: 1, message: 'Request queued' }],
		['a flag of success', { ok: 1, error: 'partial' }],
		['a list with one error in it', { data: [{ error: 'bad' }, { name: 'a' }] }],
		['a list of errors next to a result', { data: [{ error: 'bad' }], name: 'a' }],
		['an empty error', { error: null, name: 'a' }],
		['an empty error alone', { error: null, errors: [], message: 'Hello' }],
		['an error of no code', { error: { code: 0, message: '' } }],
		['data next to an error', { errors: [{ message: 'Partial' }], data: { name: 'a' } }],
		['rows next to an error', { success: false, results: [{ id: 1 }] }],
		['a row with a code', { code: 'US', name: 'United States', message: 'hi' }],
		['a code and a text', { code: 'US', message: 'hi' }],
		['a code and a description', { code: 12, description: 'Blue car' }],
		['a comment', { id: 'c1', code: 512, message: 'Great' }],
		['a message alone', { message: 'Too many requests' }],
		[
			'rows with an error each',
			[
				{ url: 'a', error: 'private' },
				{ url: 'b', error: 'gone' },
			],
		],
		['rows of codes and messages', [{ code: 5, message: 'Great video' }]],
		['one good row', [{ error: 'private' }, { name: 'a' }]],
		['no rows', []],
		['an empty list of what was not found', { error: 'No results found', results: [] }],
		['a word alone', { status: 'failed' }],
		['a job', { id: 'a', status: 'failed', message: 'Private profile' }],
		['a job in an envelope', { code: 0, data: { status: 'FAILED', message: 'Too long' } }],
		['a flag of what was checked', { success: false, score: 5 }],
		['a job and its cost', { success: false, id: 'j', type: 'export', credits_used: 1 }],
		['an ID next to a failure', { status: 'fail', data: { id: 'j' } }],
		['a result next to a failure', { status: 'fail', data: { handle: 'ann', followers: 5 } }],
		['a cost alone', { type: 'usage', credits_remaining: 3 }],
		['nothing', {}],
		['a text', 'error'],
	])('is not recognised: %s', (_, value) => {
		expect(rejectionIn(value)).toBeUndefined();
	});

	it.each<[unknown, number | undefined]>([
		[{ success: false, message: 'Creator not found', username: 'ann', platform: 'x' }, 400],
		[{ ok: false, error: 'missing_scope', needed: 'read' }, 400],
		[{ status: 'error', message: 'Account is private', url: 'https://x.example/ann' }, 400],
		[{ code: 429, message: 'Too many requests', plan: 'free' }, 429],
		[{ code: -101, message: 'No login', ttl: 1 }, 400],
		[{ error: 'Daily quota exceeded', credits_left: 0 }, 400],
		[{ error: { message: 'No credits' }, request: { identifier: 'ann' } }, 400],
		[{ success: false, score: 5 }, undefined],
		[{ success: false, message: 'Partial', emails: ['a@b.example'] }, undefined],
		[{ error: 'No phone found', email: 'a@b.example' }, undefined],
		[[{ success: false, message: 'Private', username: 'ann' }], undefined],
	])('has nothing next to it but what was asked: %j', (value, status) => {
		expect(rejectionIn(value, { ofResult: true })).toBe(status);
	});

	it.each([
		[202, { error: { type: 'queued', message: 'Accepted' } }],
		[200, { error: false, success: false, reason: 'Request not ready yet, try again' }],
		[200, { code: '1', msg: 'in processing', data: null }],
	])('is no job that is not ready: %i, %j', (status, body) => {
		expect(findRejection({ ...json(body), status }, { ofJob: true })).toBeUndefined();
	});

	it.each<[unknown, object, number | undefined]>([
		[{ detail: 'Not found.' }, { ofResult: true }, 400],
		[{ detail: 'Not found.' }, {}, undefined],
		[{ detail: 'Deleted successfully.' }, { ofResult: true }, undefined],
		[{ detail: 'A blue car', name: 'a' }, { ofResult: true }, undefined],
		[[{ detail: 'A blue car' }], { ofResult: true }, undefined],
	])('a detail alone is one where a result was asked for: %j, %j', (value, subject, status) => {
		expect(rejectionIn(value, subject)).toBe(status);
	});

	it('is not the failure of a job', () => {
		const failed = { status: 'failed', success: false, error: 'Private profile' };
		expect(rejectionIn(failed)).toBe(400);
		expect(rejectionIn(failed, { ofJob: true })).toBeUndefined();
		expect(rejectionIn({ stat: 'fail', message: 'No such job' }, { ofJob: true })).toBe(400);
	});

	it.each([
		[{ code: 399, message: 'Bad' }, false],
		[{ code: 400, message: 'Bad' }, true],
		[{ error: { code: 599, message: 'Bad' } }, true],
		[{ error: { code: 600, message: 'Bad' } }, false],
		[{ success: false, message: 'Bad' }, false],
	])('says by which HTTP status it is one, or not: %j', (value, expected) => {
		expect(namesStatus(json(value))).toBe(expected);
	});

	it.each([
		['not JSON', response('{"error":"x"')],
		['no object', response('error')],
	])('is not searched in what is %s', (_, given) => {
		expect(findRejection(given)).toBeUndefined();
	});
});

describe('a good response', () => {
	const answers = readdirSync(FOLDER).flatMap(
		(name) => JSON.parse(readFileSync(join(FOLDER, name), 'utf8')) as AnswerCase[],
	);
	const good = answers.filter(({ kind, expect: { jobId } }) =>
		kind === 'submit' ? jobId !== undefined : kind !== 'error',
	);

	it.each(good)('is no rejection: $kind $n, $about', ({ body, kind }) => {
		const ofJob = kind !== 'list' && kind !== 'rating';
		expect(rejectionIn(body, { ofJob })).toBeUndefined();
	});
});
