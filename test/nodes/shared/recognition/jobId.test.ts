import { findJobId, idsInText, namedIds } from '../../../../nodes/shared/recognition/jobId';
import type { JobOverrides } from '../../../../nodes/shared/recognition/stateWords';
import { json, response } from '../responses';
import { data, overrides } from './overrides';

const SUBMITTED_TO = '/screening';

const find = (
	value: unknown,
	more: Partial<JobOverrides> = {},
	headers: Record<string, string> = {},
) =>
	findJobId(data(value), response('', headers, 201), overrides(more), {
		submittedTo: SUBMITTED_TO,
	});
const idOf = (...given: Parameters<typeof find>) => find(...given)?.value;

describe('the id of a job', () => {
	const keys = ['id', 'job_id', 'task_id', 'request_id', 'batch_id', 'snapshot_id'];
	const others = ['report_uuid', 'uuid', 'resultId', 'JobId', 'export-id', 'taskUid', 'job_sid'];

	it.each([...keys, ...others])('is found as %s, at the root and one level down', (key) => {
		for (const id of ['a-1', 17]) {
			expect(idOf({ [key]: id })).toBe(id);
			for (const container of ['data', 'result', 'job', 'lookup_report']) {
				expect(idOf({ success: true, [container]: { [key]: id } })).toBe(id);
			}
		}
	});

	it.each<[string, unknown, string | number | undefined]>([
		['id before job_id', { job_id: 'b', id: 'a' }, 'a'],
		['the root before a level down', { data: { id: 'b' }, job_id: 'a' }, 'a'],
		['the run before the job', { job_id: 1, run_id: 2 }, 2],
		['anything before request_id', { request_id: 'trace', data: { id: 'a' } }, 'a'],
		['past what is empty', { id: '', job_id: null, uuid: ' a ' }, 'a'],
		['the number 0', { id: 0 }, 0],
		['a job in an envelope', { data: { job: { id: 'a' } } }, 'a'],
		['a bare text', 'a-1', 'a-1'],
		['a bare number', 5, 5],
		['a list of one job', [{ id: 'a', status: 'queued' }], 'a'],
		['a name that only one has', { token: 'Ab9' }, 'Ab9'],
		['the name of an operation', { name: 'operations/7' }, 'operations/7'],
		['the only other id', { user_id: 4, probe_id: 'p' }, 'p'],
		['a link to the state', { status_url: 'https://x.example/runs/9/status' }, '9'],
		['a link by its relation', { _links: { self: { href: '/jobs/9' } } }, '9'],
		['a link to where it was submitted', { url: 'https://x.example/screening/9' }, '9'],
		['none in a link to a profile', { url: 'https://x.example/ann99' }, undefined],
		['none in a title', { name: 'My first one' }, undefined],
		['none in a bare state', 'queued', undefined],
		['none in a word', 'Created!', undefined],
		['none in a sentence', 'Your request was taken', undefined],
		['one that a sentence names', 'Your screening id is sc-77.', 'sc-77'],
		['none in rows', { data: [{ id: 'a' }] }, undefined],
		['none in a list', [{ id: 'a' }], undefined],
		['none in a list of two', [{ id: 'a', status: 'queued' }, { id: 'b' }], undefined],
		['none that is an object', { id: { $oid: 'a' } }, undefined],
		['none of a user', { user_id: 5, account_id: 6 }, undefined],
		['none in nothing', {}, undefined],
		['past the trace of a request', { request: { id: 'r' }, batch: { id: 'a' } }, 'a'],
		[
			'a request with a status',
			{ request: { id: 'r', status: 'queued' }, batch: { id: 'a' } },
			'r',
		],
		['a request with a state', { request: { id: 'r', state: 'queued' }, batch: { id: 'a' } }, 'r'],
		['the job, not the one before', { previous_job: { id: 'b' }, job: { id: 'a' } }, 'a'],
		['the job, not its parent', { parent_job_id: 'b', job_id: 'a' }, 'a'],
		[
			'the job of a person',
			{ id: 'p', username: 'x', screening: { id: 'a', status: 'queued' } },
			'a',
		],
		['the job of a person', { id: 'p', username: 'x', job: { id: 'a', status: 'queued' } }, 'a'],
		['the job in a workspace', { id: 'w', object: 'workspace', job: { id: 'a' } }, 'a'],
		['a report of an account', { id: 'r', object: 'account.report', job: { id: 'j' } }, 'r'],
		['a screening', { id: 'r', object: 'list_screening', batch: { id: 'j' } }, 'r'],
		['a job that has a report', { id: 'a', report: { id: 'r', status: 'queued' } }, 'a'],
		['the only one in a job, whatever it is called', { job: { account_id: 'a' } }, 'a'],
	])('%s', (_, value, id) => {
		expect(idOf(value)).toBe(id);
	});

	it('is read from text', () => {
		expect(findJobId({ kind: 'text', text: 'a-1\n' }, response(), overrides())?.value).toBe('a-1');
	});

	it('is shown with the alternatives where it is not certain', () => {
		expect(find({ id: 5, guid: 'g-1', request_id: 't' })).toMatchObject({
			value: 5,
			rivals: [{ value: 'g-1', path: 'guid' }],
			candidates: [{ value: 5 }, { value: 'g-1' }, { value: 't' }],
		});
		expect(find({ id: 5, job_id: '5' })?.rivals).toEqual([]);
		expect(find({ handle: 'ab-1' })).toMatchObject({ isUncertain: true });
	});

	it.each([
		['handle', 'report'],
		['notify_email', 'scan'],
	])('of a screening with %s is its own, with that of its %s as another', (personal, part) => {
		const value = { id: 'scr_1', [personal]: 'jo', [part]: { id: 'rep_1', status: 'pending' } };
		expect(find(value)).toMatchObject({ value: 'scr_1', rivals: [{ value: 'rep_1' }] });
	});

	it('is weak where a trace id may be meant', () => {
		expect(find({ request_id: 't' })).toMatchObject({ weak: true });
		expect(find({ job_id: 't' })).toMatchObject({ weak: false });
	});
});

describe('the id in a header', () => {
	it.each([
		['/screening/a-1', 'a-1'],
		['/screening', undefined],
	])('Location: %s', (location, id) => {
		const empty = response('', { location }, 202);
		const where = { submittedTo: SUBMITTED_TO };
		expect(findJobId({ kind: 'empty' }, empty, overrides(), where)?.value).toBe(id);
	});

	it.each(['location', 'operation-location', 'content-location'])('is found in %s', (name) => {
		expect(idOf({ message: 'Created' }, {}, { [name]: '/jobs/b-1' })).toBe('b-1');
	});

	it('ranks after the one in the body, and before a trace id', () => {
		expect(idOf({ id: 'a' }, {}, { location: '/jobs/b-1' })).toBe('a');
		expect(idOf({ request_id: 't' }, {}, { location: '/jobs/b-1' })).toBe('b-1');
		expect(idOf('Created!', {}, { location: '/jobs/b-1' })).toBe('b-1');
	});
});

describe('the certainty of an id', () => {
	it.each<[unknown, string, object]>([
		['abcdefghijklmnop', 'id.response', { path: '', weak: false, isUncertain: false }],
		['camelCase', 'id.response', {}],
		[{ name: 'operations/7' }, 'id.name', { weak: false, isUncertain: true }],
		[{ harvest_uid: 'p' }, 'id.job', { weak: false, isUncertain: false }],
		[{ probe_id: 'p' }, 'id.only', { weak: true, isUncertain: true }],
		[{ probe_handle: 'p' }, 'id.only', {}],
		[{ task_name: 'p-1' }, 'id.name', { weak: false, isUncertain: false }],
		[{ task: 'p-1' }, 'id.name', { weak: false, isUncertain: false }],
		[{ request_id: 'p' }, 'id.trace', { weak: true, isUncertain: false }],
		['Created job id 5512', 'id.text', { weak: true }],
		[{ job: { id: 'a' }, data: { uuid: 'b' } }, 'id.key', { rivals: [] }],
		[
			{ token: 'a-1', ticket: 'b-2' },
			'id.name',
			{ rivals: [{ value: 'b-2', path: 'ticket', rule: 'id.name' }] },
		],
		[
			{ job_id: 'a', task_id: 'b' },
			'id.job',
			{ rivals: [{ value: 'b', path: 'task_id', rule: 'id.job' }] },
		],
	])('%j: %s', (value, rule, more) => {
		expect(find(value)).toMatchObject({ rule, ...more });
	});

	it.each([
		{ id: 'abcdefghijklmno' },
		{ urls: { get: '/jobs/abcdefghijklmno' } },
		{
			links: [
				{ rel: 'x' },
				{ rel: 'status', href: 5 },
				{ rel: 'Poll', href: '/jobs/abcdefghijklmno' },
			],
		},
		{ links: { cancelself: '/no/1', selfish: '/no/2', self: '/jobs/abcdefghijklmno' } },
		{ _links: { self: null, job: { href: '/jobs/abcdefghijklmno' } } },
		{ url: '/screening/abcdefghijklmno' },
		{ url: 'https://x.example/runs/abcdefghijklmno' },
	])('%j has the id abcdefghijklmno', (value) => {
		expect(idOf(value)).toBe('abcdefghijklmno');
	});

	it.each(['abcdefghijklmno', 'Queued', { id: Infinity }, { user_handle: 'a' }])(
		'%j has none',
		(value) => {
			expect(idOf(value)).toBeUndefined();
		},
	);
});

describe('ids in unreadable text', () => {
	it.each<[string, string, string[]]>([
		['JSON that is cut off', '{"request_id":"t-1","data":{"id":"s_12","sta', ['s_12', 't-1']],
		['a sentence', 'Created job id 5512', ['5512']],
		['a web page', '<html><title>502</title><p>Request ID: 7f9</p></html>', []],
		['stops at its end', 'id is a1.b2...', ['a1.b2']],
	])('%s', (_, text, ids) => {
		expect(idsInText(text).map(({ value }) => value)).toEqual(ids);
	});

	it('include their name', () => {
		expect(idsInText('job id : 7')).toMatchObject([
			{ value: '7', path: 'job id', rule: 'id.text' },
		]);
	});

	it('are listed without a path where they are the response, and ten of them at most', () => {
		expect(namedIds(json('a-1', 500))).toBe('The response contains these IDs: a-1.');
		const many = Array.from({ length: 12 }, (_, at) => `job${'abcdefghijkl'.charAt(at)}_id: ${at}`);
		expect(namedIds(response(many.join('; '), {}, 500))).toMatch(
			/^The response contains these IDs: 0 \(joba_id\), 1 .*, 9 \(jobj_id\)\.$/,
		);
	});

	it('are named in a sentence', () => {
		expect(namedIds(json({ error: 'exists', id: 'abc' }, 409))).toBe(
			'The response contains these IDs: abc (id).',
		);
		expect(namedIds(response('<html>', { location: '/jobs/b-1' }, 500))).toContain(
			'b-1 (headers.location)',
		);
		expect(namedIds(json({ message: 'no' }, 500))).toBe('');
	});
});
