import type { JsonObject } from '../json';
import { Random } from '../world/random';
import type { Dialect, JobStatus, Page } from './dialect';
import { Problem } from '../problem';
import { byOffset } from './paging';

const head = ({ job, word }: JobStatus): JsonObject => ({ id: job.id, status: word, error: null });

const metadata = ({ offset, limit, total }: Page): JsonObject => ({
	offset,
	limit,
	total_results: total,
});

/** Everything at the root: the sample contract as it stands. */
export const flat: Dialect = {
	name: 'flat',
	summary: 'id and status at the root, upper-case words, rows in data, limit and offset',
	words: {
		queued: 'QUEUED',
		running: 'IN_PROGRESS',
		finished: 'SUCCESS',
		partial: 'PARTIAL_SUCCESS',
		failed: 'FAILURE',
	},
	jobId: (sequence, seed) => new Random(seed, 'job', sequence).uuid(),
	paging: byOffset,
	submitted: (status) => ({ status: 200, body: head(status) }),
	pending: (status) => ({ status: 200, body: head(status) }),
	failed: (status) => ({
		status: 200,
		body: { ...head(status), error: { code: 'job_failed', message: status.job.reason } },
	}),
	finished: (status, result) => {
		const { reason } = status.job;
		const body: JsonObject = { ...head(status), error: reason ? { message: reason } : null };
		if (!result) return { status: 200, body };
		if ('record' in result) return { status: 200, body: { ...body, ...result.record } };
		return {
			status: 200,
			body: { ...body, data: result.page.rows, metadata: metadata(result.page) },
		};
	},
	notReady: ({ job, word }) =>
		job.ending === 'failed' && word === 'FAILURE'
			? new Problem(409, 'request_failed', job.reason ?? 'The request failed')
			: new Problem(409, 'not_ready', `The request is ${word}, there is no result yet`),
	record: (value) => ({ status: 200, body: value }),
	list: (page) => {
		if (page.resource === 'userhandles') return { status: 200, body: page.rows };
		if (page.dictionary && page.resource !== 'topics') {
			return { status: 200, body: { [page.resource]: page.rows } };
		}
		const body: JsonObject = { data: page.rows };
		return { status: 200, body: page.dictionary ? body : { ...body, metadata: metadata(page) } };
	},
	problem: ({ status, code, message, fields }, requestId) => ({
		status,
		body: {
			error: {
				type: status < 500 ? 'INVALID_REQUEST' : 'SERVER_ERROR',
				error_code: code,
				message,
				...(fields.length > 0 && {
					details: fields.map(({ field, message: text }) => ({ field, message: text })),
				}),
				request_id: requestId,
			},
		},
	}),
	formats: { stream: 'json', export: 'json' },
	report: 'link',
	quotaStatus: 402,
};
