import { stringify } from 'csv-stringify/sync';
import { isObject, type Json, type JsonObject } from '../json';
import type { JobResult, Outcome, RecordResult, Rows } from '../outcome';
import { Problem } from '../problem';
import type { Dialect, JobStatus, Page, Reply, Result } from './dialect';
import { writeCursor } from './paging';

export interface Asked {
	/** Absolute, as it was asked for. */
	url: URL;
	method: string;
	/** Where the dialect takes them: of a POST, mostly from its body. */
	parameters: JsonObject;
}

interface ReportFile {
	url: string;
	name: string;
	bytes(): Promise<Buffer>;
}

export type ReportOf = (job: JobResult['job']) => ReportFile;

/** Writes an outcome down in the way of the dialect. */
export async function shape(
	dialect: Dialect,
	outcome: Outcome,
	asked: Asked,
	reportOf: ReportOf,
): Promise<Reply> {
	switch (outcome.kind) {
		case 'record':
			return dialect.record(outcome.record, {
				created: outcome.created ?? false,
				acknowledgement: outcome.acknowledgement ?? false,
			});
		case 'rows':
			return whole(dialect, outcome) ?? dialect.list(pageOf(dialect, outcome, asked));
		case 'job':
			return shapeJob(dialect, outcome, asked);
		case 'notReady': {
			const reply = dialect.notReady(statusOf(dialect, outcome));
			if (reply instanceof Problem) throw reply;
			return reply;
		}
		case 'report':
			return shapeReport(dialect, reportOf(outcome.job));
	}
}

function shapeJob(dialect: Dialect, outcome: JobResult, asked: Asked): Reply {
	const { phase, submitted = false, statusOnly = false, result } = outcome;
	const status = statusOf(dialect, outcome);
	if (submitted) return dialect.submitted(status, locationOf(asked, status));
	if (phase === 'failed') return dialect.failed(status, statusOnly);
	if (phase === 'queued' || phase === 'running') return dialect.pending(status, statusOnly);
	const file = result?.kind === 'rows' ? whole(dialect, result) : undefined;
	return file ?? dialect.finished(status, resultOf(dialect, result, asked), statusOnly);
}

/** A job is looked at below the path that it was submitted to. */
const locationOf = ({ url }: Asked, { job }: JobStatus): string =>
	`${url.origin}${url.pathname.replace(/\/$/, '')}/${encodeURIComponent(job.id)}`;

const statusOf = (
	dialect: Dialect,
	{ job, phase }: Pick<JobStatus, 'job' | 'phase'>,
): JobStatus => ({
	job,
	phase,
	word: dialect.words[phase],
});

function resultOf(dialect: Dialect, result: Rows | RecordResult | undefined, asked: Asked): Result {
	if (!result) return undefined;
	return result.kind === 'record'
		? { record: result.record }
		: { page: pageOf(dialect, result, asked) };
}

const PAGE_SIZE = 20;

function pageOf(
	dialect: Dialect,
	{ resource, rows, dictionary, pageSize }: Rows,
	asked: Asked,
): Page {
	const { paging } = dialect;
	const { offset, limit } = paging.window(asked.parameters, pageSize ?? PAGE_SIZE);
	const end = offset + limit;
	const page: Page = {
		resource,
		dictionary: dictionary ?? false,
		rows: rows.slice(offset, limit),
		total: rows.total,
		url: asked.url.href,
		offset,
		limit,
	};
	if (end >= rows.total) return page;
	const cursor = writeCursor(end);
	const next: Page['next'] = { cursor, page: Math.floor(end / limit) + 1 };
	if (paging.cursorName && (asked.method === 'GET' || paging.inQuery)) {
		const url = new URL(asked.url);
		url.searchParams.set(paging.cursorName, cursor);
		next.url = url.href;
	}
	return { ...page, next };
}

/** Lines and files have no pages. */
function whole(dialect: Dialect, { as, rows, resource }: Rows): Reply | undefined {
	const format = as === undefined ? 'json' : dialect.formats[as];
	if (format === 'json') return undefined;
	const all = rows.slice(0, rows.total);
	if (format === 'ndjson') {
		const data = all.map((row) => `${JSON.stringify(row)}\n`).join('');
		return { status: 200, raw: { type: 'application/x-ndjson', data } };
	}
	return {
		status: 200,
		headers: { 'content-disposition': `attachment; filename="${resource}.csv"` },
		raw: { type: 'text/csv; charset=utf-8', data: stringify(all.map(flatten), { header: true }) },
	};
}

/** Columns such as `location.city`; lists stay JSON within their cell. */
function flatten(row: Json): JsonObject {
	if (!isObject(row)) return { value: row };
	return Object.fromEntries(
		Object.entries(row).flatMap(([key, value]) =>
			isObject(value)
				? Object.entries(value).map(([inner, part]) => [`${key}.${inner}`, part])
				: [[key, Array.isArray(value) ? JSON.stringify(value) : value]],
		),
	);
}

async function shapeReport(dialect: Dialect, { url, name, bytes }: ReportFile): Promise<Reply> {
	if (dialect.report === 'redirect') return { status: 302, headers: { location: url } };
	if (dialect.report === 'bytes') {
		return {
			status: 200,
			headers: { 'content-disposition': `attachment; filename="${name}"` },
			raw: { type: 'application/pdf', data: await bytes() },
		};
	}
	return dialect.record(
		dialect.reportLink?.({ url, name }) ?? {
			report_url: url,
			file_name: name,
			file_type: 'application/pdf',
		},
		{ created: false, acknowledgement: false },
	);
}
