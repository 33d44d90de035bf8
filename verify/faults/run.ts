import { setTimeout as sleep } from 'node:timers/promises';

import type { TestBed } from '../harness/TestBed';
import { until } from '../harness/time';
import { judge, type Verdict } from '../judge/judge';
import { beginAction, type Begun } from './actions';
import type { Fault } from './faults';
import { doers, isOurs, type Doer, type Operation } from './operations';
import { shortfalls } from './rivals';
import { beginSubmitting, beginWatching } from './triggers';

export interface Cell {
	fault: Fault;
	operation: Operation;
	doer: Doer;
}

export interface Result {
	fault: string;
	operation: string;
	doer: Doer;
	/** When it was run. */
	at: string;
	expected: string;
	seconds: number;
	verdict: Verdict;
}

const AT_ONCE = 12;
const UNDER_WAY_MS = 90_000;

export function cellsOf(fault: Fault, operations: Operation[]): Cell[] {
	return operations.flatMap((operation) =>
		doers.filter((doer) => canDo(doer, operation)).map((doer) => ({ fault, operation, doer })),
	);
}

/** Reads have no key, and the trigger has no counterpart among n8n's own nodes. */
function canDo(doer: Doer, { paid, prepare }: Operation): boolean {
	if (doer === 'ours') return true;
	return doer === 'oursWithKey' ? paid !== undefined : prepare !== undefined;
}

/** All cells of one fault. */
export async function runFault(bed: TestBed, fault: Fault, cells: Cell[]): Promise<Result[]> {
	const log = await bed.own.followLog();
	const { strike } = fault;
	const results =
		strike.kind === 'kill'
			? await killed(bed, cells, log, strike.requestsTakeMs)
			: await inTurn(cells, async (cell) => {
					const began = Date.now();
					const begun = await begin(bed, cell);
					return begun && (await finish(cell, begun, log, began));
				});
	return results.map((result) =>
		result.doer === 'ours' ? againstRivals(result, results) : result,
	);
}

/** Adds what the comparison with the others that did the same work objects to. */
function againstRivals(result: Result, ofFault: Result[]): Result {
	const same = ofFault.filter(({ operation }) => operation === result.operation);
	const ours = same.filter(({ doer }) => isOurs(doer)).map(({ verdict }) => verdict);
	const retryOnFail = same.find(({ doer }) => doer === 'httpRetry')?.verdict;
	const objections = [...result.verdict.objections, ...shortfalls({ ours, retryOnFail })];
	return { ...result, verdict: { ...result.verdict, objections } };
}

async function begin(bed: TestBed, { fault, operation, doer }: Cell): Promise<Begun | undefined> {
	if (operation.class === 'watch') return await beginWatching(bed, fault, operation);
	if (operation.class === 'submitting') return await beginSubmitting(bed, fault, operation, doer);
	return await beginAction(bed, fault, operation, doer);
}

async function finish(
	{ fault, operation, doer }: Cell,
	begun: Begun,
	log: () => Promise<string>,
	began: number,
): Promise<Result> {
	const withoutKey = fault.expects[operation.class];
	const expected = doer === 'oursWithKey' ? (fault.withKey ?? withoutKey) : withoutKey;
	const verdict = judge(await begun.end(log), expected);
	const seconds = Math.round((Date.now() - began) / 1_000);
	const at = new Date(began).toISOString();
	return { fault: fault.id, operation: operation.id, doer, at, expected, seconds, verdict };
}

/** Some at a time, as each keeps n8n busy. */
async function inTurn(
	cells: Cell[],
	run: (cell: Cell) => Promise<Result | undefined>,
): Promise<Result[]> {
	// Triggers take longest.
	const queue = [...cells].sort(
		(a, b) => Number(!!a.operation.prepare) - Number(!!b.operation.prepare),
	);
	const results: Result[] = [];
	const worker = async () => {
		for (let cell = queue.shift(); cell; cell = queue.shift()) {
			const result = await run(cell);
			if (result) results.push(result);
		}
	};
	await Promise.all(Array.from({ length: AT_ONCE }, worker));
	return results;
}

/** One death for all cells: each has a request under way at that moment. */
async function killed(
	bed: TestBed,
	cells: Cell[],
	log: () => Promise<string>,
	requestsTakeMs: number,
): Promise<Result[]> {
	const began = Date.now();
	const started = await Promise.all(
		cells.map(async (cell) => ({ cell, begun: await begin(bed, cell) })),
	);
	await until(() => started.every(({ begun }) => begun?.isUnderWay() ?? true), UNDER_WAY_MS);
	await bed.own.kill();
	for (const { begun } of started) begun?.calm();
	// By then the service has carried out all that was under way.
	await sleep(requestsTakeMs + 1_000);
	await bed.restart();
	const results: Result[] = [];
	for (const { cell, begun } of started) {
		if (begun) results.push(await finish(cell, begun, log, began));
	}
	return results;
}
