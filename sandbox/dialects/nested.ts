import type { Phase } from '../jobs/types';
import type { JsonObject } from '../json';
import { Problem } from '../problem';
import { iso } from '../views';
import { hash } from '../world/random';
import type { Dialect, JobStatus, Page } from './dialect';
import { byCursor } from './paging';

const PERCENT: Record<Phase, number> = {
	queued: 0,
	running: 40,
	finished: 100,
	partial: 100,
	failed: 100,
};

/** The envelope speaks of the request, not of the job in it. */
const envelope = (payload: JsonObject): JsonObject => ({ status: 'ok', payload });

const head = ({ job, phase, word }: JobStatus): JsonObject => ({
	jobHandle: job.id,
	submittedAt: iso(job.submittedAt),
	status: { state: word, percent: PERCENT[phase] },
});

const ended = (status: JobStatus): JsonObject => {
	const { reason } = status.job;
	return {
		...head(status),
		success: status.phase !== 'failed',
		...(reason && { error: { code: status.phase, description: reason } }),
	};
};

/** The last page has no token. */
const paged = ({ rows, limit, next }: Page): JsonObject => ({
	items: rows,
	paging: { maxResults: limit, ...(next && { nextToken: next.cursor }) },
});

/** An envelope that is always fine around a job whose state is an object, camelCase for its own. */
export const nested: Dialect = {
	name: 'nested',
	summary: 'status ok above payload, payload.job with a jobHandle and a state object, nextToken',
	words: {
		queued: 'PENDING',
		running: 'RUNNING',
		finished: 'COMPLETED',
		partial: 'COMPLETED_WITH_ERRORS',
		// The word says that it is over; `success` says how.
		failed: 'COMPLETED',
	},
	jobId: (sequence, seed) =>
		`JH${hash(seed, 'handle', sequence).toString(16).padStart(8, '0')}${sequence}`,
	paging: byCursor({ size: 'maxResults', cursor: 'nextToken' }),
	submitted: (status) => ({ status: 200, body: envelope({ job: head(status) }) }),
	pending: (status) => ({ status: 200, body: envelope({ job: head(status) }) }),
	failed: (status) => ({ status: 200, body: envelope({ job: ended(status) }) }),
	finished: (status, result) => {
		const more = !result ? {} : 'record' in result ? { output: result.record } : paged(result.page);
		return { status: 200, body: envelope({ job: ended(status), ...more }) };
	},
	notReady: ({ job, phase }) =>
		phase === 'failed'
			? new Problem(409, 'job_failed', job.reason ?? 'The job failed')
			: new Problem(425, 'too_early', 'The job is not done yet'),
	record: (value, { created }) => ({ status: created ? 201 : 200, body: envelope(value) }),
	list: (page) => ({ status: 200, body: envelope(paged(page)) }),
	problem: ({ status, code, message, fields }, requestId) => ({
		status,
		body: {
			status: 'error',
			requestId,
			error: {
				code,
				description: message,
				...(fields.length > 0 && {
					fieldViolations: fields.map(({ field, message: text }) => ({
						field,
						description: text,
					})),
				}),
			},
		},
	}),
	formats: { stream: 'json', export: 'json' },
	report: 'foreignLink',
	reportLink: ({ url, name }) => ({ document: { fileName: name, downloadUrl: url } }),
	quotaStatus: 402,
};
