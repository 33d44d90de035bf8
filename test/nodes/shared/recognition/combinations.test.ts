import { readError } from '../../../../nodes/shared/recognition/error';
import { findJobId } from '../../../../nodes/shared/recognition/jobId';
import { readState } from '../../../../nodes/shared/recognition/jobState';
import { findLinks } from '../../../../nodes/shared/recognition/link';
import { readMarks } from '../../../../nodes/shared/recognition/pageMarks';
import { findRows } from '../../../../nodes/shared/recognition/rows';
import { findProfile, findTraits } from '../../../../nodes/shared/recognition/traits';
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

const LINK = 'https://x.example/a.pdf';

describeCombinations({
	file: 'links.txt',
	keys: [
		...['download_url', 'reportUrl', 'result', 'output', 'files', 'pdf_link', 'data_uri', 'url'],
		...['uri', 'link', 'href', 'location', 'links', '_links', 'urls', 'status_url', 'profile'],
		...['avatar_file_url', 'web_report_url', 'transcript', 'download', 'name'],
	],
	values: [
		...[LINK, '/a.pdf', 'a.pdf', 'ftp://x.example/a', '', 5, null, [], {}],
		...[[LINK], [5], [{ url: LINK }], [{ download_url: LINK, name: 'a' }], { url: LINK }],
		...[{ download: LINK }, { self: { href: '/1' }, report: { href: LINK } }, { href: LINK }],
		...[
			[
				{ rel: 'self', href: '/1' },
				{ rel: 'enclosure', href: 'a' },
				{ rel: 'Result', href: LINK },
			],
			[null, { rel: 'file', href: LINK }],
			{ inner: { deep: { file_url: LINK } } },
		],
	],
	wrappers: {
		'at the root': (body) => body,
		'in data': (data) => ({ data }),
		'in job.details': (details) => ({ job: { details } }),
		'in report': (report) => ({ report }),
		'in data.report.more.parts': (parts) => ({ data: { report: { more: { parts } } } }),
		'in profile': (profile) => ({ profile }),
	},
	companions: {
		'with another link': { file_url: '/other' },
		'with a bare link': { url: '/bare' },
	},
	read: (body) =>
		Object.fromEntries(findLinks(body).map(({ path, value, rule }) => [path, `${value}, ${rule}`])),
});

describeCombinations({
	file: 'traits.txt',
	keys: [
		...['full_name', 'name', 'username', 'login', 'work_platform', 'profile_url', 'permalink'],
		...['follower_count', 'engagement_rate', 'country', 'location', 'country_code', 'language'],
		...['is_verified', 'email', 'contacts', 'bio', 'risk_rating', 'overall_risk', 'flagged_count'],
		...['risks', 'title', 'text', 'author', 'sentiment', 'purchase_intent', 'relevance', 'score'],
		...['published_at', 'date', 'likes'],
	],
	values: [
		...['Ada', ' Ada ', '', 'x'.repeat(200), 'x'.repeat(201), 'Berlin, Germany', 'a@x.example'],
		...['to a@x.example', ' a@x.example ', 'https://x.example/@ada/', ' https://x.example/a '],
		...['see https://x.example', 'http://', '1,200', ' 12.5% ', 'a 12', '2026-03-01', '1.2.2026'],
		...['5 days', 'in 2026', '1/2/26', '12-11', null, true, false, 0, 7, -1, 0.5],
		...[978_307_199, 978_307_200, 4_102_444_799, 4_102_444_800, 4_102_444_801, 1_770_000_000_000],
		...[{ name: ' Ada ' }, { label: 'Ada' }, { title: 'Ada', code: 'A' }, { email: 'a@x.example' }],
		...[{ country: { name: 'Ada' } }, { country_name: 'A', name: 'B' }, { country_code: 'DE' }],
		...[
			{ city: 'B', name: 'Ada' },
			{},
			[],
			['a@x.example'],
			[{ value: 'a@x.example' }],
			['A', 'B'],
		],
		...[
			[{ address: 'a@x.example' }, 'b@x.example'],
			[{ category: 'A' }, { label: 'A' }, 5, 'C'],
		],
	],
	wrappers: {
		'at the root': (body) => body,
		'in data.profile': (profile) => ({ data: { profile } }),
		'in stats': (stats) => ({ stats }),
	},
	companions: {},
	read: (body) => {
		const { name, url } = findProfile(body) ?? {};
		return { ...findTraits(body), profileName: name, profileUrl: url };
	},
});
