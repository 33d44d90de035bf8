import type { Job, Phase } from './jobs/types';
import type { Json, JsonObject } from './json';

/** Rows that are made when they are asked for: a page costs a page. */
export interface RowSource {
	total: number;
	slice(offset: number, limit: number): Json[];
}

export const rowsOf = <T>(items: readonly T[], view: (item: T) => Json): RowSource => ({
	total: items.length,
	slice: (offset, limit) => items.slice(offset, offset + limit).map(view),
});

export interface Rows {
	kind: 'rows';
	/** The word that some dialects use as the key of the list. */
	resource: string;
	rows: RowSource;
	/** Pages are this long unless the request says otherwise. */
	pageSize?: number;
	/** A short read-only list, which dialects wrap in ways of their own. */
	dictionary?: boolean;
	/** Asked for as a stream, or as a file. */
	as?: 'stream' | 'export';
}

export interface RecordResult {
	kind: 'record';
	record: JsonObject;
	/** Something that did not exist before. */
	created?: boolean;
	/** The record says no more than that it worked. */
	acknowledgement?: boolean;
}

export interface JobResult {
	kind: 'job';
	job: Job;
	phase: Phase;
	/** Answered to the submit, so without any result. */
	submitted?: boolean;
	/** The result has an endpoint of its own. */
	statusOnly?: boolean;
	result?: Rows | RecordResult;
}

/** Something that belongs to a job was asked for before the job was done. */
export interface NotReady {
	kind: 'notReady';
	job: Job;
	phase: Phase;
}

export interface Report {
	kind: 'report';
	job: Job;
}

/** What an endpoint has to say, before a dialect gives it a shape. */
export type Outcome = Rows | RecordResult | JobResult | NotReady | Report;

export const record = (value: JsonObject): RecordResult => ({ kind: 'record', record: value });

export const list = <T>(
	resource: string,
	items: readonly T[],
	view: (item: T) => Json,
	options: Pick<Rows, 'as' | 'dictionary' | 'pageSize'> = {},
): Rows => ({ kind: 'rows', resource, rows: rowsOf(items, view), ...options });
