import { readError } from '../../../../nodes/shared/recognition/error';
import { findJobId } from '../../../../nodes/shared/recognition/jobId';
import { readState } from '../../../../nodes/shared/recognition/jobState';
import { readMarks } from '../../../../nodes/shared/recognition/pageMarks';
import { findRows } from '../../../../nodes/shared/recognition/rows';
import { json } from '../responses';
import { describeCombinations } from './combinations';
import { data, overrides } from './overrides';

const WRAPPERS = {
	'at the root': (body: object) => body,
	'in data': (data: object) => ({ data }),
	'in job': (job: object) => ({ job }),
	'in data.job, beside a verdict': (job: object) => ({ success: true, data: { job } }),
};

describeCombinations({
	file: 'states.txt',
	keys: [
		...['status', 'state', 'phase', 'job_status', 'request_status', 'result', 'statusText'],
		...['done', 'is_finished', 'has_failed', 'success', 'progress', 'code', 'completed_at'],
	],
	values: [
		...['running', 'Done', 'FAILED', 'other', '', ' ok ', 'true', '50%', '100 %', '404', '200'],
		...[null, true, false, 0, 1, 100, 200, 202, 404, 599, 600],
		...[[], ['done'], {}, { status: 'done' }, { code: 3, name: 'failed' }, { running: true }],
	],
	wrappers: WRAPPERS,
	companions: {
		'with an id': { id: 'j1' },
		'with an empty list': { id: 'j1', results: [] },
		'with a result': { id: 'j1', result: { score: 3, parts: [1], more: { a: 1 } } },
		'with an error': { id: 'j1', error: 'boom' },
		'with an error that is empty': { error: { code: null, message: '' } },
		'with another state': { id: 'j1', stage: 'queued' },
	},
	read: (body) => {
		const { rawState, ...read } = readState(data(body), json(body), overrides());
		return { ...read, raw: rawState };
	},
});

describeCombinations({
	file: 'ids.txt',
	keys: [
		...['id', 'job_id', 'jobId', 'ScreeningJobId', 'uuid', 'request_id', '_id', 'ref', 'task'],
		...['user_id', 'url', 'status_url', 'Location', 'name', 'token'],
	],
	values: [
		...['abc', '', ' abc ', 7, 0, -1, 1.5, null, true, { id: 'x' }, ['x'], [{ id: 'x' }]],
		...['https://x.example/screening/9', '/screening/9?a=b', 'two words', 'queued'],
	],
	wrappers: WRAPPERS,
	companions: {
		'with a state': { status: 'queued' },
		'with a person': { user: { id: 'u1' } },
		'with a trace': { trace_id: 't1' },
		'with another id': { external_id: 'e1', id: 'other' },
	},
	read: (body) => {
		const found = findJobId(data(body), json(body, 202), overrides(), {
			submittedTo: '/screening',
		});
		return found && { ...found, rivals: found.rivals.length, candidates: found.candidates.length };
	},
});

describeCombinations({
	file: 'reasons.txt',
	keys: [
		...['error', 'errors', 'message', 'detail', 'title', 'msg', 'error_description', 'reason'],
		...['code', 'fault', 'status', 'field'],
	],
	values: [
		...['boom', '', ' boom ', 42, null, true, 'invalid_request', ['a', 'b'], [], {}],
		...[{ message: 'boom', code: 'E1' }, [{ message: 'a' }, { msg: 'b' }], { name: ['is bad'] }],
		...[
			{ error: { message: 'deep' } },
			[{ loc: ['body', 'name'], msg: 'is bad' }],
			'x'.repeat(600),
		],
	],
	wrappers: {
		'at the root': (body) => body,
		'in error': (error) => ({ error }),
		'in data': (data) => ({ data }),
		'in a list': (entry) => [entry],
	},
	companions: {
		'with a code': { code: 'E7' },
		'with much else': { status: 422, request_id: 'r1', type: 'validation', path: '/creators' },
	},
	read: (body) => readError(json(body, 422)),
});

const ROWS = [{ id: 1 }, { id: 2 }];

describeCombinations({
	file: 'rows.txt',
	keys: [
		...['data', 'results', 'items', 'creators', 'Records', 'hits', 'edges', 'errors', 'tags'],
		...['foo', 'message', 'page'],
	],
	values: [
		...[ROWS, [], null, 'text', 3, [1, 2], ['a'], [[1, 2]], [{ id: 1 }, null]],
		...[{ items: ROWS }, { a: { id: 1 }, b: { id: 2 } }, { edges: [{ node: { id: 1 } }] }, {}],
		...[
			{ items: [], total: 0 },
			{ hits: ROWS, total: { value: 2 } },
		],
	],
	wrappers: {
		'at the root': (body) => body,
		'in data': (data) => ({ data }),
		'in response.body': (body) => ({ response: { body } }),
	},
	companions: {
		'with a total': { total: 2 },
		'with a page': { meta: { page: 1, per_page: 2 } },
		'with another list': { other: [{ x: 1 }] },
		'with facets': { facets: [{ a: 1 }, { b: 2 }, { c: 3 }], success: true },
	},
	read: (body) => {
		const found = findRows({ value: body, endpointPath: '/creators/search' });
		return found && { ...found, rows: found.rows.length };
	},
});

describeCombinations({
	file: 'marks.txt',
	keys: [
		...['next', 'next_page', 'cursor', 'next_cursor', 'nextPageToken', 'offset', 'page', 'skip'],
		...['has_more', 'hasNextPage', 'is_last', 'total', 'total_pages', 'count', 'limit', 'links'],
		...['last_id', 'after', 'prev', 'remaining'],
	],
	values: [
		...['abc', '', null, true, false, 0, 1, 2, 40, -1, '2', 'true', 'null'],
		...['https://x.example/a?page=2', '/a?cursor=abc', { next: 'abc' }, { href: '/a?page=2' }, []],
		...[[{ rel: 'next', href: '/a?page=2' }], { value: 40, relation: 'eq' }],
	],
	wrappers: {
		'at the root': (body) => ({ data: ROWS, ...body }),
		'in meta': (meta) => ({ data: ROWS, meta }),
		'in paging.cursors': (cursors) => ({ data: ROWS, paging: { cursors } }),
		'in foo': (foo) => ({ data: ROWS, foo }),
	},
	companions: {
		'with a page': { page: 1, per_page: 2 },
		'with a cursor and a total': { next_cursor: 'n1', total: 2 },
	},
	read: (body) => readMarks({ value: body, rowsPath: 'data' }),
});
