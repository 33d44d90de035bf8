import type { JsonObject } from '../json';
import { Random } from '../world/random';
import type { Dialect, JobStatus, Page } from './dialect';
import { byCursor } from './paging';

const head = ({ job, word }: JobStatus): JsonObject => ({
	job: { report_uuid: job.id, report_state: word },
});

const paged = ({ rows, next }: Page): JsonObject => ({
	results: rows,
	next_cursor: next?.cursor ?? null,
	has_more: next !== undefined,
});

/** Lines, files and cursors; nothing at all while a job is at work. */
export const streaming: Dialect = {
	name: 'streaming',
	summary: 'report_uuid under job, 202 without a body while pending, NDJSON, CSV, PDF, cursors',
	words: {
		queued: 'building',
		running: 'building',
		finished: 'ready',
		partial: 'ready_low_confidence',
		failed: 'error',
	},
	jobId: (sequence, seed) => new Random(seed, 'report', sequence).uuid(),
	paging: byCursor({ size: 'limit', cursor: 'cursor' }),
	submitted: (status) => ({ status: 202, body: head(status) }),
	pending: () => ({ status: 202 }),
	failed: (status) => ({
		status: 200,
		body: { ...head(status), error_message: status.job.reason },
	}),
	finished: (status, result) => {
		const more = !result ? {} : 'record' in result ? { result: result.record } : paged(result.page);
		return { status: 200, body: { ...head(status), ...more } };
	},
	notReady: () => ({ status: 202 }),
	record: (value, { created }) => ({ status: created ? 201 : 200, body: { result: value } }),
	list: (page) => ({
		status: 200,
		body: page.dictionary ? { items: page.rows } : paged(page),
	}),
	problem: ({ status, message, fields }, requestId) => ({
		status,
		headers: { 'request-id': requestId },
		body: {
			detail:
				fields.length === 0
					? message
					: fields.map(({ in: place, field, message: text }) => ({
							loc: [place, ...field.split('.').filter(Boolean)],
							msg: `${field} ${text}`,
							type: 'value_error',
						})),
		},
	}),
	formats: { stream: 'ndjson', export: 'csv' },
	report: 'bytes',
	quotaStatus: 402,
};
