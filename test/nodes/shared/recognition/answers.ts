import type { FastifyReply } from 'fastify';
import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { findRating } from '../../../../nodes/shared/recognition/rating';
import { runNode, type RunResult } from '../../../engine/engine';
import { startServer, type LoopbackServer } from '../../../support/http';
import { nodeOf } from '../../areas';
import { TOKEN } from '../../calls';

export const KINDS = [
	'submit',
	'pending',
	'finished',
	'failed',
	'error',
	'rating',
	'plain',
] as const;
export type Kind = (typeof KINDS)[number];

/** An answer of a service, and what it means. */
export interface AnswerCase {
	n: number;
	/** Lists are read where they are read on: see lists/rates.test.ts. */
	kind: Kind | 'list';
	/** The convention that it stands for. */
	about?: string;
	path: string;
	status: number;
	headers: Record<string, string>;
	body?: unknown;
	/** In the place of `body`, as it is sent. */
	bodyText?: string;
	expect: Expectation;
}

interface Expectation {
	jobId?: string | number;
	state?: 'pending' | 'finished' | 'failed';
	/** A part of it. */
	reason?: string;
	/** How many; null for a result that is one object. */
	rows?: number | null;
	link?: string;
	code?: string | string[];
	requestId?: string;
	rating?: string | number | Array<string | number>;
}

/**
 * `told`: not right, and the user is told which option to set, or sees the failure.
 * `silent`: not right, and nobody is told.
 */
export interface Reading {
	outcome: 'right' | 'told' | 'silent';
	/** What came out in the place of what was expected. */
	got?: string;
}

/** What hints and errors of the node call the options by which a reading is corrected. */
const NAMED_OPTION = {
	id: /'ID Path'/,
	state: /'(State Path|More (Finished|Failed|Pending) States)'/,
	rows: /'(Rows Path|Split Rows)'/,
	link: /'Link Path'/,
	reason: /'Reason Path'/,
};

/** Serves one answer after the other, and runs a node against each. */
export class Bench {
	private constructor(private readonly server: LoopbackServer) {}

	private current?: AnswerCase;

	/** Requests since the answer was set. */
	private seen: Array<{ method: string; url: string }> = [];

	static async start(): Promise<Bench> {
		const holder: { bench?: Bench } = {};
		const server = await startServer((app) => {
			app.removeAllContentTypeParsers();
			app.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) =>
				done(null, body),
			);
			app.all('/*', async (request, reply) => {
				await holder.bench?.answer(request.method, request.url, String(request.body ?? ''), reply);
			});
		});
		holder.bench = new Bench(server);
		return holder.bench;
	}

	async close(): Promise<void> {
		await this.server.close();
	}

	async read(given: AnswerCase): Promise<Reading> {
		this.current = given;
		this.seen = [];
		return await READERS[given.kind as Kind](this, given);
	}

	/** All hosts are this server: a link that is followed is seen. */
	local(text: string): string {
		return text.replace(/https?:\/\/[^/"?\s\\<]+/g, this.server.url);
	}

	get urls(): string[] {
		return this.seen.map(({ url }) => url);
	}

	async run(
		node: string,
		resource: string,
		operation: string,
		parameters: INodeParameters = {},
	): Promise<RunResult> {
		return await runNode({
			node: nodeOf(node),
			credentials: { baseUrl: this.server.url, apiToken: TOKEN },
			parameters: { resource, operation, ...parameters },
			continueOnFail: true,
		});
	}

	private async answer(
		method: string,
		url: string,
		body: string,
		reply: FastifyReply,
	): Promise<void> {
		this.seen.push({ method, url: method === 'GET' ? url : `${url} ${body}` });
		const given = this.current;
		if (given === undefined) throw new Error('No answer is set');
		// A job is submitted before it is read, and a page is read before the next one.
		const submits = method === 'POST' && given.kind !== 'submit';
		const isFile = given.kind === 'finished' && method === 'GET' && !url.endsWith('/job-1');
		if (submits || isFile) {
			await reply.send(submits ? { id: 'job-1' } : 'a file');
			return;
		}
		const text = given.bodyText ?? JSON.stringify(given.body);
		await reply
			.code(given.status)
			.headers({ 'content-type': 'application/json', ...given.headers })
			.send(this.local(text));
	}
}

const READERS: Record<Kind, (bench: Bench, given: AnswerCase) => Promise<Reading>> = {
	submit: readSubmission,
	pending: readLook,
	finished: readLook,
	failed: readLook,
	plain: readLook,
	error: readRejection,
	rating: async (_bench, given) => await Promise.resolve(readRating(given)),
};

async function readSubmission(bench: Bench, { expect }: AnswerCase): Promise<Reading> {
	const run = await bench.run('creatorSearch', 'profileAnalyticsReport', 'submit', {
		bodyMode: 'json',
		bodyJson: '{"a":1}',
	});
	const { id, state } = jobOf(run);
	const right =
		expect.jobId === undefined
			? failureOf(run) !== undefined
			: String(id) === String(expect.jobId) && state === expect.state;
	const reason = expect.reason === undefined || saysReason(run, expect.reason);
	return judge(run, right && reason, 'id', { id, state, error: failureOf(run)?.message });
}

async function readLook(bench: Bench, given: AnswerCase): Promise<Reading> {
	const { expect } = given;
	// Only what the answer itself holds: further pages are another kind.
	const parameters = { id: 'job-1', returnAll: true, options: { maxPages: 1, maxRetries: 0 } };
	const run = await bench.run('creatorSearch', 'creatorExport', 'get', parameters);
	const { state } = jobOf(run);
	const count = run.json.length;
	const isWhole = count === 1 && 'job' in run.json[0] && !isRowOf(given, run.json[0]);
	const rowsRight =
		expect.rows === undefined ||
		(expect.rows === null ? isWhole : !isWhole && count === expect.rows);
	if (state !== expect.state || !rowsRight) {
		return judge(run, false, state === expect.state ? 'rows' : 'state', {
			state,
			items: count,
			error: failureOf(run)?.message,
		});
	}
	if (expect.reason !== undefined) return await readReason(bench, expect.reason);
	if (expect.link !== undefined) return await readLink(bench, expect.link);
	return { outcome: 'right' };
}

async function readReason(bench: Bench, reason: string): Promise<Reading> {
	const run = await bench.run('creatorSearch', 'creatorExport', 'submitAndWait', {
		bodyMode: 'json',
		bodyJson: '{"a":1}',
		options: { maxWait: 1, pollInterval: 0 },
	});
	return judge(run, saysReason(run, reason), 'reason', { error: failureOf(run)?.message });
}

async function readLink(bench: Bench, link: string): Promise<Reading> {
	const run = await bench.run('socialBackgroundCheck', 'screening', 'get', {
		id: 'job-1',
		options: { downloadFile: true, maxRetries: 0 },
	});
	const followed = bench.urls.at(-1) ?? '';
	const right = bench.local(link).endsWith(followed) && followed !== '/screening/job-1';
	return judge(run, right, 'link', { followed, error: failureOf(run)?.message });
}

async function readRejection(bench: Bench, { expect }: AnswerCase): Promise<Reading> {
	const run = await bench.run('creatorSearch', 'profile', 'get', {
		identifier: 'somebody',
		options: { maxRetries: 0 },
	});
	const error = failureOf(run);
	const codes = [expect.code ?? error?.code].flat();
	const right =
		error !== undefined &&
		saysReason(run, expect.reason ?? '') &&
		codes.includes(error.code as string | undefined) &&
		(expect.requestId === undefined || error.requestId === expect.requestId);
	// An error that says less than the service did is seen all the same.
	const { reason, code, requestId } = error ?? {};
	const got = JSON.stringify({ reason, code, requestId });
	if (right) return { outcome: 'right' };
	return { outcome: error === undefined ? 'silent' : 'told', got };
}

/** A rating of `null` is seen by whoever looks for it; another one is not. */
function readRating({ body, expect }: AnswerCase): Reading {
	const rating = findRating(body)?.value ?? null;
	if ([expect.rating].flat().includes(rating ?? undefined)) return { outcome: 'right' };
	return { outcome: rating === null ? 'told' : 'silent', got: JSON.stringify(rating) };
}

function judge(
	run: RunResult,
	right: boolean,
	about: keyof typeof NAMED_OPTION,
	got: object,
): Reading {
	if (right) return { outcome: 'right' };
	const error = failureOf(run);
	const texts = [...hintsOf(run), `${error?.message} ${error?.description}`];
	const told = texts.some((text) => NAMED_OPTION[about].test(text));
	return { outcome: told ? 'told' : 'silent', got: JSON.stringify(got) };
}

function failureOf({ json, error }: RunResult): IDataObject | undefined {
	if (error !== undefined) return { message: error.message, description: error.description };
	const [first] = json;
	const failed = first?.error;
	const isFailure = typeof failed === 'object' && failed !== null && 'itemIndex' in failed;
	return isFailure ? (failed as IDataObject) : undefined;
}

function saysReason(run: RunResult, reason: string): boolean {
	const { message, reason: said } = failureOf(run) ?? jobOf(run);
	return `${String(message)} ${String(said)}`.includes(reason);
}

function jobOf({ json }: RunResult): IDataObject {
	return (json[0]?.job ?? {}) as IDataObject;
}

function hintsOf({ hints }: RunResult): string[] {
	return hints.map(({ message }) => message);
}

/** Whether an item is a row of the answer, and not the answer. */
function isRowOf({ body }: AnswerCase, item: IDataObject): boolean {
	return body !== undefined && keysOf(item) !== keysOf(body);
}

/** Names that the node gives, takes or moves. */
const OWN = ['job', 'error', 'serviceError', 'riskRating', 'flaggedCount'];

function keysOf(body: unknown): string {
	if (typeof body !== 'object' || body === null || Array.isArray(body)) return '["data"]';
	return JSON.stringify(Object.keys(body).filter((key) => !OWN.includes(key)));
}
