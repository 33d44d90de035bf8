import { readError } from '../../../../nodes/shared/recognition/error';
import { findJobId } from '../../../../nodes/shared/recognition/jobId';
import { readState } from '../../../../nodes/shared/recognition/jobState';
import { findLinks } from '../../../../nodes/shared/recognition/link';
import { readPageInfo } from '../../../../nodes/shared/recognition/pageInfo';
import { findRows } from '../../../../nodes/shared/recognition/rows';
import { findProfile, findTraits } from '../../../../nodes/shared/recognition/traits';
import { json } from '../responses';
import { isRecord } from '../../../../nodes/shared/values/records';
import { describeCombinations } from './combinations';
import { data, overrides } from './overrides';
import { pin } from './pinned';

const WRAPPERS = {
	'at the root': (body: object) => body,
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
		'with a result': { id: 'j1', result: { score: 3, parts: [1], more: { a: 1 } } },
		'with an error': { id: 'j1', error: 'boom' },
	},
	read: (body) => {
		const { rawState, state, path, rule } = readState(data(body), json(body), overrides());
		return { state, raw: rawState, path, rule };
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
		'with a trace': { trace_id: 't1' },
		'with another id': { external_id: 'e1', id: 'other' },
	},
	read: (body) => {
		const found = findJobId(data(body), json(body, 202), overrides(), {
			submittedTo: '/screening',
		});
		return found && { value: found.value, path: found.path, rule: found.rule };
	},
});

describeCombinations({
	file: 'reasons.txt',
	keys: [
		...['error', 'errors', 'message', 'detail', 'title', 'reason'],
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
		'in a list': (entry) => [entry],
	},
	companions: {},
	read: (body) => {
		const { html, ...read } = readError(json(body, 422));
		return html ? { html } : read;
	},
});

const ROWS = [{ id: 1 }, { id: 2 }];

describeCombinations({
	file: 'rows.txt',
	keys: [
		...['data', 'results', 'items', 'creators', 'Records', 'hits', 'edges', 'errors', 'tags'],
		...['foo', 'page'],
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
		'with a page': { meta: { page: 1, per_page: 2 } },
		'with facets': { facets: [{ a: 1 }, { b: 2 }, { c: 3 }], success: true },
	},
	read: (body) => {
		const found = findRows({ value: body, endpointPath: '/creators/search' });
		return found && { rows: found.rows.length, path: found.path, rule: found.rule };
	},
});

describeCombinations({
	file: 'pages.txt',
	keys: [
		...['next', 'next_page', 'cursor', 'next_cursor', 'offset', 'page'],
		...['has_more', 'hasNextPage', 'is_last', 'total', 'total_pages', 'count', 'limit', 'links'],
		...['last_id', 'after', 'prev'],
	],
	values: [
		...['abc', '', null, true, false, 0, 1, 2, 40, -1, '2', 'true', 'null'],
		...['https://x.example/a?page=2', '/a?cursor=abc', { next: 'abc' }, { href: '/a?page=2' }, []],
		...[[{ rel: 'next', href: '/a?page=2' }], { value: 40, relation: 'eq' }],
	],
	wrappers: {
		'at the root': (body) => ({ data: ROWS, ...body }),
		'in meta': (meta) => ({ data: ROWS, meta }),
	},
	companions: {},
	read: (body) => {
		const { next, ...info } = readPageInfo({ value: body, rowsPath: 'data' });
		const values = Object.entries(info).map(([name, field]: [string, unknown]) => [
			name,
			isRecord(field) ? field.value : field,
		]);
		return { ...Object.fromEntries(values), next: pin(next[0]) } as object;
	},
});

const LINK = 'https://x.example/a.pdf';

describeCombinations({
	file: 'links.txt',
	keys: [
		...['download_url', 'reportUrl', 'result', 'output', 'files', 'pdf_link', 'data_uri', 'url'],
		...['location', 'links', 'urls', 'status_url', 'profile'],
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
		'in report': (report) => ({ report }),
	},
	companions: {
		'with another link': { file_url: '/other' },
	},
	read: (body) => {
		const [first] = findLinks(body);
		return first && { path: first.path, rule: first.rule };
	},
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
	},
	companions: {},
	read: (body) => {
		const { name, url } = findProfile(body) ?? {};
		return { ...findTraits(body), profileName: name, profileUrl: url };
	},
});
