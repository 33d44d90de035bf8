import { STATUS_CODES } from 'node:http';
import type { JsonObject } from '../json';
import { type FieldProblem, Problem } from '../problem';
import { iso } from '../views';
import { hash } from '../world/random';
import type { Dialect, JobStatus, Page } from './dialect';
import { byCursor } from './paging';

const operation = ({ job, word }: JobStatus): JsonObject => ({
	operationStatus: word,
	createdDateTime: iso(job.submittedAt),
});

/** Of a problem that ended a job: the same members as in an answer that is one. */
const ending = ({ job }: JobStatus): JsonObject => ({
	error: { type: typeOf('operation_failed'), title: 'Operation failed', detail: job.reason },
});

const warning = ({ job }: JobStatus): JsonObject => ({
	...(job.reason && { warnings: [{ detail: job.reason }] }),
});

const typeOf = (code: string): string => `https://problems.example/${code.replaceAll('_', '-')}`;

/** Links within the service leave the host out. */
const relative = (url: string): string => {
	const { pathname, search } = new URL(url);
	return pathname + search;
};

const paged = ({ resource, rows, url, next }: Page): JsonObject => ({
	_embedded: { [resource]: rows },
	_links: {
		self: { href: relative(url) },
		...(next?.url && { next: { href: relative(next.url) } }),
	},
});

/** A bare list has no room for links but in the header. */
const linkHeader = ({ url, next }: Page): string =>
	[`<${url}>; rel="self"`, ...(next?.url ? [`<${next.url}>; rel="next"`] : [])].join(', ');

function byField(fields: FieldProblem[]): Record<string, string[]> {
	const messages: Record<string, string[]> = {};
	for (const { field, message } of fields) (messages[field || '$'] ??= []).push(message);
	return messages;
}

/** Headers and links: an operation to look at, pages by relation, problem details. */
export const linked: Dialect = {
	name: 'linked',
	summary: 'Operation-Location without a body, operationStatus, next links, problem details',
	words: {
		queued: 'NotStarted',
		running: 'Running',
		finished: 'Succeeded',
		partial: 'PartiallySucceeded',
		failed: 'Failed',
	},
	jobId: (sequence, seed) => `op-${hash(seed, 'operation', sequence).toString(36)}-${sequence}`,
	paging: byCursor({ size: 'limit', cursor: 'after', inQuery: true }),
	submitted: (_status, location) => ({
		status: 202,
		headers: { 'operation-location': location },
	}),
	pending: (status, statusOnly) => ({
		status: 200,
		body: statusOnly ? { done: false } : operation(status),
	}),
	failed: (status, statusOnly) => ({
		status: 200,
		body: { ...(statusOnly ? { done: true } : operation(status)), ...ending(status) },
	}),
	finished: (status, result, statusOnly) => {
		const head = statusOnly ? { done: true } : operation(status);
		const more = !result
			? {}
			: 'record' in result
				? { response: result.record }
				: paged(result.page);
		return { status: 200, body: { ...head, ...warning(status), ...more } };
	},
	notReady: (status) =>
		status.phase === 'failed'
			? new Problem(409, 'operation_failed', status.job.reason ?? 'The operation failed')
			: { status: 202, body: operation(status) },
	record: (value, { created }) => ({ status: created ? 201 : 200, body: value }),
	list: (page) =>
		page.dictionary
			? { status: 200, headers: { link: linkHeader(page) }, body: page.rows }
			: { status: 200, body: paged(page) },
	problem: ({ status, code, message, fields }, requestId) => ({
		status,
		headers: { 'x-correlation-id': requestId },
		type: 'application/problem+json',
		body: {
			type: typeOf(code),
			title: STATUS_CODES[status] ?? 'Problem',
			status,
			detail: message,
			instance: `/problems/${requestId}`,
			...(fields.length > 0 && { errors: byField(fields) }),
		},
	}),
	formats: { stream: 'json', export: 'json' },
	report: 'link',
	reportLink: ({ url, name }) => ({
		links: [
			{ rel: 'license', href: 'https://terms.example/reports' },
			{ rel: 'download', href: url, type: 'application/pdf', title: name },
		],
	}),
	quotaStatus: 429,
};
