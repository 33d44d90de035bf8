import type { JsonObject } from '../json';
import { Problem } from '../problem';
import type { Dialect, JobStatus, Page } from './dialect';
import { byNumber } from './paging';

const envelope = (data: JsonObject, error: JsonObject | null = null): JsonObject => ({
	success: true,
	data,
	error,
});

const head = ({ job, word }: JobStatus): JsonObject => ({ task_id: job.id, state: word });

/** The total is text, as counts of large tables often are. */
const paged = ({ rows, offset, limit, total }: Page): JsonObject => ({
	items: rows,
	page: Math.floor(offset / limit) + 1,
	page_size: limit,
	total: String(total),
});

/** Everything in `data`, numbers as ids, no state at the submit. */
export const enveloped: Dialect = {
	name: 'enveloped',
	summary: 'everything under data, numeric task_id, data.items, page and page_size',
	words: {
		queued: 'queued',
		running: 'running',
		finished: 'succeeded',
		// Says success and fills `error` as well.
		partial: 'succeeded',
		failed: 'failed',
	},
	jobId: (sequence) => 100_000 + sequence,
	paging: byNumber,
	submitted: ({ job }) => ({ status: 201, body: envelope({ task_id: job.id }) }),
	pending: (status) => ({ status: 202, body: envelope(head(status)) }),
	failed: (status) => ({
		status: 200,
		body: { ...envelope(head(status), { message: status.job.reason }), success: false },
	}),
	finished: (status, result) => {
		const { reason } = status.job;
		const more = !result ? {} : 'record' in result ? result.record : paged(result.page);
		const error = reason ? { code: 'incomplete', message: reason } : null;
		return { status: 200, body: envelope({ ...head(status), ...more }, error) };
	},
	notReady: ({ job, word }) =>
		word === 'failed'
			? new Problem(400, 'task_failed', job.reason ?? 'The task failed')
			: new Problem(400, 'retry_later', 'The task is not done yet, please try again later'),
	record: (value, { created }) => ({ status: created ? 201 : 200, body: envelope(value) }),
	list: (page) => ({ status: 200, body: envelope(paged(page)) }),
	problem: ({ status, code, message, fields }, requestId) => ({
		status,
		headers: { 'x-request-id': requestId },
		body: {
			success: false,
			data: null,
			code,
			message,
			...(fields.length > 0 && {
				errors: fields.map(({ field, message: text }) => ({ field, title: text })),
			}),
		},
	}),
	formats: { stream: 'json', export: 'json' },
	report: 'foreignLink',
	quotaStatus: 429,
};
