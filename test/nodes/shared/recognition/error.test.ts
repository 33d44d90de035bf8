import type { IDataObject } from 'n8n-workflow';

import { containerOf, coreOf, outlineOf } from '../../../../nodes/shared/recognition/outline';
import {
	firstError,
	findJobReason,
	readError,
	reasonIn,
} from '../../../../nodes/shared/recognition/error';
import { json, response } from '../responses';
import { within } from '../within';
import { looksLikeHtml } from '../../../../nodes/shared/http/text';

describe('the reason of an error', () => {
	it.each<[string, unknown, string]>([
		['error.message', { error: { message: 'no' }, message: 'x' }, 'no'],
		['message', { message: 'no', error: { description: 'x' } }, 'no'],
		['error.description', { error: { description: 'no' }, title: 'x' }, 'no'],
		['error_description', { error_description: 'no', error: 'x', title: 'y' }, 'no'],
		['error', { error: 'no', title: 'x' }, 'no'],
		['detail', { detail: 'no', errors: [] }, 'no'],
		['error_message', { error_message: 'no', title: 'x' }, 'no'],
		['title', { title: 'no' }, 'no'],
		[
			'detail[].msg',
			{ detail: [{ msg: 'is required', loc: ['body', 'url'] }] },
			'url: is required',
		],
		['errors[].details', { errors: [{ details: 'no', code: 3 }] }, 'no'],
		['errors[].title', { errors: [{ title: 'no' }] }, 'no'],
		['errors[].message', { errors: [{ message: 'a' }, { message: 'b' }] }, 'a; b'],
		['errors[]', { errors: ['a', 'b'] }, 'a; b'],
		['the field of an entry', { errors: [{ field: 'url', message: 'no' }] }, 'url: no'],
		['the pointer of an entry', { errors: [{ source: { pointer: '/a' }, title: 'no' }] }, '/a: no'],
		['its parameter', { errors: [{ source: { parameter: 'a' }, title: 'no' }] }, 'a: no'],
		['detail before title', { title: 'x', detail: 'no' }, 'no'],
		['a text with its language', { error: { message: { lang: 'en', value: 'no' } } }, 'no'],
		['a key with dots', { 'odata.error': { message: { value: 'no' } } }, 'no'],
		['capitals', { Message: 'no', __type: 'X' }, 'no'],
		['short names', { err_msg: 'no', err_code: 'X' }, 'no'],
		['the plural', { errorMessages: ['no'], errors: {} }, 'no'],
		[
			'a map of fields',
			{ message: 'x', errors: { url: ['is not', 'a link'] } },
			'x (url: is not, a link)',
		],
		[
			'nothing but a map',
			{ url: ['is no link'], limit: ['is no number'] },
			'url: is no link; limit: is no number',
		],
		['a map in an envelope', { status: 'fail', data: { url: 'is no link' } }, 'url: is no link'],
		['a text for users', { error: { message: 'x', error_user_msg: 'no' } }, 'no'],
		['a bare text', 'no', 'no'],
		['a bare list', ['a', { message: 'b' }], 'a; b'],
		['past what is empty', { error: null, message: ' ', detail: 'no' }, 'no'],
		['what nobody recognised', { lilac: { petal: 'no' } }, '{"lilac":{"petal":"no"}}'],
	])('is found at %s', (_, body, reason) => {
		expect(readError(json(body, 400)).reason).toBe(reason);
	});

	it('includes the fields that a message does not name', () => {
		const body = { message: 'Invalid', errors: [{ field: 'url', message: 'is required' }] };
		expect(readError(json(body, 422)).reason).toBe('Invalid (url: is required)');
	});

	it.each(['', '  ', '{}', '[]', 'null', '""'])('is absent in the body %j', (body) => {
		expect(readError(response(body, {}, 500)).reason).toBeUndefined();
	});

	it('is the text where the body is no JSON', () => {
		expect(readError(response(' upstream is down\n', {}, 502)).reason).toBe('upstream is down');
	});

	it('is found in nested envelopes', () => {
		expect(reasonIn(within('data.data.data.data', { message: 'no' }))).toBe('no');
	});

	it('of a truncated body is the received text', () => {
		expect(readError(response('{"error":{"mess', {}, 500)).reason).toBe('{"error":{"mess');
	});

	it('is empty where a success has an empty error next to it', () => {
		expect(reasonIn({ error: null, status: 'success' })).toBeUndefined();
	});
});

describe('the id of a request', () => {
	it.each<[unknown, Record<string, string>, string | undefined]>([
		[{ error: { request_id: 'a' } }, { 'request-id': 'b' }, 'a'],
		[{ request_id: 'a' }, { 'x-request-id': 'b' }, 'a'],
		[{}, { 'request-id': 'b', 'x-request-id': 'c' }, 'b'],
		[{}, { 'x-request-id': 'c' }, 'c'],
		[{ correlationId: 'a' }, {}, 'a'],
		[{ error: { fbtrace_id: 'a' } }, {}, 'a'],
		[{ ResponseMetadata: { RequestId: 'a' } }, {}, 'a'],
		[{ metadata: { trace_id: 'a' } }, {}, 'a'],
		[{ request: { id: 'a' }, error: 'no' }, {}, 'a'],
		[{ errorCode: 'E1', errorId: 'a' }, {}, 'a'],
		['no', { 'x-request-id': '', 'cf-ray': 'b', 'trace-id': 'a' }, 'a'],
		[{}, { 'x-edge-requestid': 'a' }, 'a'],
		[{}, { 'vendor-request-id': 'a', 'cf-ray': 'b' }, 'a'],
		[{}, { 'cf-ray': 'b' }, 'b'],
		[{}, {}, undefined],
	])('%j with the headers %j has its request id', (body, headers, id) => {
		expect(readError(response(JSON.stringify(body), headers, 400)).requestId).toBe(id);
	});
});

describe('the code of an error', () => {
	it.each<[unknown, string | undefined]>([
		[{ error: { message: 'no', extensions: { code: 'E1' } } }, 'E1'],
		[{ code: 'two words', type: 'E1' }, 'E1'],
		[{ code: 'https://x.example/errors/1', type: 'E1' }, 'E1'],
		[{ code: 'http://x.example/errors/1', type: 'E1' }, 'E1'],
		[{ type: 'about:blank' }, undefined],
		[{ code: 'see-https://x' }, 'see-https://x'],
		[{ code: 'all-about:x' }, 'all-about:x'],
		[{ status: 'error', type: 'E1' }, 'E1'],
		[{ status: 'error_1' }, 'error_1'],
		[{ status: 'my-error' }, 'my-error'],
		[{ status: 404 }, undefined],
		[{ code: '' }, undefined],
		[{ error: { error_code: 'a', code: 'b' }, code: 'c' }, 'a'],
		[{ code: 42 }, '42'],
		[{ err_code: 'a' }, 'a'],
		[{ error: 'a', error_description: 'no' }, 'a'],
		[{ errors: [{ message: 'no', extensions: { code: 'a' } }] }, 'a'],
		[{ status: 'error', category: 'a', message: 'no' }, 'a'],
		[{ __type: 'a', Message: 'no' }, 'a'],
		[[{ errorCode: 'a', message: 'no' }], 'a'],
	])('in %j is %s', (body, code) => {
		expect(readError(json(body, 400)).code).toBe(code);
	});
});

describe('an error field in a successful response', () => {
	it.each<[unknown, string | undefined]>([
		['no', 'no'],
		[' None ', undefined],
		[[], undefined],
		[['no'], 'no'],
		[0, undefined],
		[true, undefined],
		[{}, undefined],
		[{ code: 0, message: 'all is well' }, undefined],
		[{ code: 'OK', message: 'all is well' }, undefined],
		[{ code: 'not ok', message: 'no' }, 'no'],
		[{ code: 'ok_not', message: 'no' }, 'no'],
		[{ code: 7, message: 'no' }, 'no'],
		[{ fatal: false, text: '', at: null }, undefined],
		[{ fatal: true }, '{"fatal":true}'],
	])('error: %j is %s', (error, reason) => {
		expect(firstError([containerOf({ error: error as string })])).toBe(reason);
	});
});

const reasonOf = (value: object) => findJobReason(coreOf(outlineOf(value as IDataObject)));

describe('why a job failed', () => {
	it.each<[object, string | undefined]>([
		[{ message: 'ok' }, undefined],
		[{ message: 'Done.' }, undefined],
		[{ message: 'okay!!' }, undefined],
		[{ message: 'not done' }, 'not done'],
		[{ message: 'done with errors' }, 'done with errors'],
		[{ message: 'ok', failure_reason: 'no' }, 'no'],
		[{ cancellation_text: 'no', message: 'x' }, 'no'],
		[{ title: 'no', description: 'no' }, undefined],
	])('%j: %s', (holder, reason) => {
		expect(reasonOf(holder)?.value).toBe(reason);
	});

	it.each<[object, string, string]>([
		[{ job: { error: 'no' } }, 'job.error', 'reason.error'],
		[{ status_message: 'no' }, 'status_message', 'reason.key'],
		[{ userFriendlyError: 'no' }, 'userFriendlyError', 'reason.error'],
		[{ fault: { text: 'no' }, text: 'x' }, 'fault', 'reason.error'],
		[{ error_code: 'no' }, 'error_code', 'reason.code'],
		[{ failed: { '.tag': 'no' } }, 'failed', 'reason.error'],
	])('%j has the reason at %s', (value, path, rule) => {
		expect(reasonOf(value)).toMatchObject({
			value: expect.stringContaining('no') as unknown,
			path,
			rule,
		});
	});
});

describe('web pages', () => {
	it.each<[string, string, boolean]>([
		['<!DOCTYPE html><html>', '', true],
		['\n<html lang="en">', 'application/json', true],
		['Not found', 'Text/HTML; charset=utf-8', false],
		['<p>Not found</p>', 'Text/HTML; charset=utf-8', true],
		['{"error":"no"}', 'text/html', false],
		['[1]', 'text/html', false],
		['<Error><Code>1</Code></Error>', 'application/xml', false],
		['plain', 'text/plain', false],
	])('%j as %s: %s', (text, type, html) => {
		expect(looksLikeHtml(text, type)).toBe(html);
	});

	it.each<[string, string | undefined]>([
		['<html><title> 502 Bad\nGateway </title><body>lots</body></html>', '502 Bad\nGateway'],
		['<html><body>lots</body></html>', undefined],
		['<html><title></title></html>', undefined],
	])('are reported by their title', (page, title) => {
		expect(readError(response(page, { 'content-type': 'text/html' }, 502))).toEqual({
			html: true,
			reason: title,
			code: undefined,
			requestId: undefined,
		});
	});

	it('do not hide JSON that is sent as one', () => {
		const sent = response('{"message":"no"}', { 'content-type': 'text/html' }, 400);
		expect(readError(sent)).toMatchObject({ html: false, reason: 'no' });
	});
});
