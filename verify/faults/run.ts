import { setTimeout as sleep } from 'node:timers/promises';

import type { Harness } from '../harness/Harness';
import { until } from '../harness/time';
import { judge, type Verdict } from '../judge/judge';
import { beginAction, type Begun } from './actions';
import type { Fault } from './faults';
import { contenders, isOurs, type Contender, type Operation } from './operations';
import { shortfalls } from './shortfalls';
import { beginSubmitting, beginWatching } from './triggers';

export interface Cell {
	fault: Fault;
	operation: Operation;
	contender: Contender;
}

export interface Result {
	fault: string;
	operation: string;
	contender: Contender;
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
		contenders
			.filter((contender) => canDo(contender, operation))
			.map((contender) => ({ fault, operation, contender })),
	);
}

/** Reads have no key, and the trigger has no counterpart among n8n's own nodes. */
function canDo(contender: Contender, { paid, prepare }: Operation): boolean {
	if (contender === 'ours') return true;
	return contender === 'oursWithKey' ? paid !== undefined : prepare !== undefined;
}

/** All cells of one fault. */
export async function runFault(harness: Harness, fault: Fault, cells: Cell[]): Promise<Result[]> {
	const log = await harness.own.followLog();
	const { inject } = fault;
	const results =
		inject.kind === 'kill'
			? await killed(harness, cells, log, inject.requestsTakeMs)
			: await inTurn(cells, async (cell) => {
					const began = Date.now();
					const begun = await begin(harness, cell);
					return begun && (await finish(cell, begun, log, began));
				});
	return results.map((result) =>
		result.contender === 'ours' ? againstContenders(result, results) : result,
	);
}

/** Adds what the comparison with the others that did the same work objects to. */
function againstContenders(result: Result, ofFault: Result[]): Result {
	const same = ofFault.filter(({ operation }) => operation === result.operation);
	const ours = same.filter(({ contender }) => isOurs(contender)).map(({ verdict }) => verdict);
	const retryOnFail = same.find(({ contender }) => contender === 'httpRetry')?.verdict;
	const objections = [...result.verdict.objections, ...shortfalls({ ours, retryOnFail })];
	return { ...result, verdict: { ...result.verdict, objections } };
}

async function begin(
	harness: Harness,
	{ fault, operation, contender }: Cell,
): Promise<Begun | undefined> {
	if (operation.class === 'watch') return await beginWatching(harness, fault, operation);
	if (operation.class === 'submitting')
		return await beginSubmitting(harness, fault, operation, contender);
	return await beginAction(harness, fault, operation, contender);
}

async function finish(
	{ fault, operation, contender }: Cell,
	begun: Begun,
	log: () => Promise<string>,
	began: number,
): Promise<Result> {
	const withoutKey = fault.expects[operation.class];
	const expected = contender === 'oursWithKey' ? (fault.withKey ?? withoutKey) : withoutKey;
	const verdict = judge(await begun.end(log), expected);
	const seconds = Math.round((Date.now() - began) / 1_000);
	const at = new Date(began).toISOString();
	return { fault: fault.id, operation: operation.id, contender, at, expected, seconds, verdict };
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
	harness: Harness,
	cells: Cell[],
	log: () => Promise<string>,
	requestsTakeMs: number,
): Promise<Result[]> {
	const began = Date.now();
	const started = await Promise.all(
		cells.map(async (cell) => ({ cell, begun: await begin(harness, cell) })),
	);
	await until(() => started.every(({ begun }) => begun?.isUnderWay() ?? true), UNDER_WAY_MS);
	await harness.own.kill();
	for (const { begun } of started) begun?.calm();
	// By then the service has carried out all that was under way.
	await sleep(requestsTakeMs + 1_000);
	await harness.restart();
	const results: Result[] = [];
	for (const { cell, begun } of started) {
		if (begun) results.push(await finish(cell, begun, log, began));
	}
	return results;
}
