import { findCost } from '../../../../nodes/shared/recognition/cost';
import { readError } from '../../../../nodes/shared/recognition/error';
import { findJobId } from '../../../../nodes/shared/recognition/jobId';
import { readState } from '../../../../nodes/shared/recognition/jobState';
import { findLink } from '../../../../nodes/shared/recognition/link';
import { readPageInfo } from '../../../../nodes/shared/recognition/pageInfo';
import { findFlaggedCount, findRating } from '../../../../nodes/shared/recognition/rating';
import { rejectionIn } from '../../../../nodes/shared/recognition/rejection';
import { findRows } from '../../../../nodes/shared/recognition/rows';
import { json } from '../responses';
import { data, overrides } from './overrides';

const NAMES = [
	...['data', 'payload', 'attributes', 'body', 'd', 'response', 'result', 'output', 'content'],
	...['value', 'properties', 'bouquet'],
];

/** What is read of a response, without where it stood. */
function readingOf(body: unknown) {
	const content = data(body);
	const rows = findRows(body, '/list');
	const { next, ...info } = readPageInfo({ value: body, rowsPath: rows?.path });
	const { state, rawState, basis, unknown, reason } = readState(content, json(body), overrides());
	const { reason: text, code, requestId } = readError(json(body, 400));
	// Where nothing is recognised, the whole response is the reason.
	const error = text === JSON.stringify(body) ? undefined : text;
	const { used, left } = findCost(body, {});
	return {
		state: { state, rawState, basis, unknown, reason },
		id: findJobId(content, json(body), overrides())?.value,
		rows: rows?.value,
		next: next.map(({ kind, value }) => ({ kind, value })),
		pages: [info.end, info.more?.value, info.total?.value],
		rejection: [rejectionIn(body), rejectionIn(body, { ofJob: true })],
		error: { error, code, requestId },
		rating: findRating(body)?.value ?? null,
		flagged: findFlaggedCount(body)?.value ?? null,
		link: findLink(body)?.value,
		cost: [used?.value, left?.value],
	};
}

const ROWS = [{ id: 1 }, { id: 2 }];

const BODIES: Record<string, object> = {
	'a job that runs': { id: 'j1', status: 'running' },
	'a job with a word that nobody knows': { job_id: 'j1', status: 'lilac' },
	'a job that has not begun': { id: 'j1', status: 'READY', startedAt: 't', finishedAt: null },
	'a job that failed': { id: 'j1', status: 'failed', error: { message: 'a private profile' } },
	'a job that failed, with a code': { id: 'j1', status: 'failed', error_code: 'E_PRIVATE' },
	'a job in a state object': { id: 'j1', status: { state: 'queued', message: 'soon' } },
	'a job with a flag': { id: 'j1', done: false },
	'a job with progress': { id: 'j1', progress: 40 },
	'a job under its name': { export_job: { id: 'j1', status: 'queued' } },
	'a finished job with rows': { id: 'j1', status: 'done', items: ROWS },
	'a finished job with a file': { id: 'j1', status: 'done', download_url: '/a.csv' },
	'a message': { message: 'Your request is in the queue' },
	'a page': { items: ROWS, next_cursor: 'c', total: 9 },
	'a page of several': { creators: ROWS, page: 1, total_pages: 3 },
	'the last page': { results: ROWS, has_more: false },
	'no rows': { items: [], total: 0 },
	'an error': { error: { code: 'E7', message: 'No such profile' }, request_id: 'r1' },
	'a code and a message': { code: 40105, message: 'The token has expired' },
	'a flag of an error': { success: false, message: 'No credits' },
	'a rating': { id: 's1', status: 'done', risk_rating: 'HIGH', flagged_content_count: 3 },
	'a verdict': { id: 's1', status: 'done', result: 'consider' },
	'the cost': { id: 'j1', status: 'done', credits_used: 3, credits_remaining: 97, name: 'Ada' },
};

describe.each(Object.entries(BODIES))('%s', (_, body) => {
	it.each(NAMES)('is read the same way in %s, and in an envelope in it', (name) => {
		const expected = readingOf(body);
		expect(readingOf({ [name]: body })).toEqual(expected);
		expect(readingOf({ [name]: { data: body } })).toEqual(expected);
		expect(readingOf({ data: { [name]: body } })).toEqual(expected);
	});
});
