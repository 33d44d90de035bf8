import type { JsonObject } from '../json';
import { Problem } from '../problem';
import { hash } from '../world/random';
import type { Dialect, JobStatus, Page } from './dialect';
import { byCursor } from './paging';

const head = ({ job, word }: JobStatus): JsonObject => ({ request_id: job.id, status: word });

/** A GET hands out the URL of the next page, a POST the cursor for the next body. */
const paged = ({ rows, next }: Page, key = 'items'): JsonObject => ({
	[key]: rows,
	...(next && next.url === undefined
		? { page_info: { has_next_page: true, cursor: next.cursor } }
		: { next: next?.url ?? null }),
});

/** As little as possible: bare strings and arrays, no totals, no content where none is needed. */
export const bare: Dialect = {
	name: 'bare',
	summary: 'a state is a bare string, a dictionary a bare array, next as a URL, no totals',
	words: {
		queued: 'scheduled',
		running: 'in progress',
		finished: 'completed',
		partial: 'partial success',
		failed: 'aborted',
	},
	jobId: (sequence, seed) => `r${sequence}-${hash(seed, 'request', sequence).toString(36)}`,
	paging: byCursor({ size: 'limit', cursor: 'cursor' }),
	submitted: ({ job }) => ({ status: 200, body: { request_id: job.id } }),
	pending: ({ word }) => ({ status: 200, body: word }),
	failed: (status) => ({ status: 200, body: { ...head(status), error: status.job.reason } }),
	finished: (status, result, statusOnly) => {
		if (statusOnly) return { status: 200, body: status.word };
		if (!result) return { status: 200, body: head(status) };
		if ('record' in result)
			return { status: 200, body: { ...head(status), result: result.record } };
		const { page } = result;
		return { status: 200, body: { ...head(status), ...paged(page, page.resource) } };
	},
	notReady: ({ job, word }) =>
		word === 'aborted'
			? new Problem(410, 'gone', job.reason ?? 'The request was aborted')
			: new Problem(404, 'not_found', 'There is no result yet'),
	record: (value, { acknowledgement }) =>
		acknowledgement ? { status: 204 } : { status: 200, body: value },
	list: (page) => ({ status: 200, body: page.dictionary ? page.rows : paged(page) }),
	problem: ({ status, message, fields }, requestId) => ({
		status,
		headers: { 'x-request-id': requestId },
		body:
			fields.length === 0
				? { error: message }
				: {
						errors: fields.map(({ field, message: text }) => ({
							title: 'Invalid field',
							details: `${field} ${text}`,
						})),
					},
	}),
	formats: { stream: 'ndjson', export: 'json' },
	report: 'redirect',
	quotaStatus: 429,
};
