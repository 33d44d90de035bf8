import type { TObject } from '@sinclair/typebox';
import type { Job, Phase } from '../jobs/types';
import type { Json, JsonObject } from '../json';
import type { Rows } from '../outcome';
import type { Problem } from '../problem';

export interface Reply {
	status: number;
	headers?: Record<string, string>;
	/** JSON unless it is text or bytes with a content type of their own; no body when left out. */
	body?: Json;
	/** Of a JSON body that has a media type of its own. */
	type?: string;
	raw?: { type: string; data: string | Buffer };
}

export interface Window {
	offset: number;
	limit: number;
}

export interface Page extends Window {
	resource: string;
	dictionary: boolean;
	rows: Json[];
	total: number;
	/** Absolute, as it was asked for. */
	url: string;
	/** The same list from the next row on; undefined at the end. */
	next?: { cursor: string; page: number; url?: string };
}

export interface JobStatus {
	job: Job;
	phase: Phase;
	/** The word of the dialect. */
	word: string;
}

export type Result = { record: JsonObject } | { page: Page } | undefined;

/** How lists are asked for in pieces. */
export interface Paging {
	parameters: TObject;
	/** The query of a POST carries them too, and not its body. */
	inQuery?: boolean;
	/** What a link to the next page carries. */
	cursorName?: string;
	window(parameters: JsonObject, pageSize: number): Window;
}

/**
 * One convention of the family: where things are and what they are called. Endpoints know nothing
 * of it; it is applied at the edge.
 */
export interface Dialect {
	name: string;
	summary: string;
	words: Record<Phase, string>;
	jobId(sequence: number, seed: number): string | number;
	paging: Paging;
	/** `location` is where the job can be looked at. */
	submitted(status: JobStatus, location: string): Reply;
	pending(status: JobStatus, statusOnly: boolean): Reply;
	failed(status: JobStatus, statusOnly: boolean): Reply;
	finished(status: JobStatus, result: Result, statusOnly: boolean): Reply;
	/** Part of a job that is not done. */
	notReady(status: JobStatus): Reply | Problem;
	record(record: JsonObject, kind: { created: boolean; acknowledgement: boolean }): Reply;
	list(page: Page): Reply;
	problem(problem: Problem, requestId: string): Reply;
	/** Lists that this dialect writes as lines or as a file instead of as JSON pages. */
	formats: { [As in NonNullable<Rows['as']>]: 'json' | 'ndjson' | 'csv' };
	/** A link on this host or on another, the bytes themselves, or a redirect to them. */
	report: 'link' | 'foreignLink' | 'bytes' | 'redirect';
	/** A record with the link, where it is not in `report_url`. */
	reportLink?(file: { url: string; name: string }): JsonObject;
	quotaStatus: 402 | 429;
}
