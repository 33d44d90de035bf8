import { setTimeout as sleep } from 'node:timers/promises';

import { type Harness, UNKNOWN_HOST } from '../harness/Harness';
import { until } from '../harness/time';
import { judge, total, type Verdict } from '../judge/judge';
import type { Begun } from '../operations/actions';
import {
	contenders,
	isOurs,
	type Contender,
	type Operation,
	paidPath,
} from '../operations/operations';
import { prepare } from '../operations/triggers';
import { type Fault, strike } from './faults';

interface Cell {
	fault: Fault;
	operation: Operation & { id: string };
	contender: Contender;
}

export interface Result {
	fault: string;
	operation: string;
	contender: Contender;
	verdict: Verdict;
}

const AT_ONCE = 12;
const UNDER_WAY_MS = 90_000;

export const cellsOf = (fault: Fault, operations: Array<Cell['operation']>): Cell[] =>
	operations.flatMap((operation) =>
		contenders
			.filter((contender) => canDo(contender, operation))
			.map((contender) => ({ fault, operation, contender })),
	);

/** Reads have no key, and the trigger has no counterpart among n8n's own nodes. */
function canDo(contender: Contender, operation: Operation): boolean {
	if (contender === 'ours') return true;
	if (contender === 'oursWithKey') return paidPath(operation) !== undefined;
	return operation.prepare !== undefined;
}

/** All cells of one fault. */
export async function runFault(harness: Harness, fault: Fault, cells: Cell[]): Promise<Result[]> {
	const log = await harness.own.followLog();
	const { inject } = fault;
	const results =
		inject.kind === 'kill'
			? await killed(harness, cells, log, inject.requestsTakeMs)
			: await inTurn(cells, async (cell) => await finish(await begin(harness, cell), log));
	return results.map((result) =>
		result.contender === 'ours' ? againstContenders(result, results) : result,
	);
}

/** Adds what the comparison with the others that did the same work objects to. */
function againstContenders(result: Result, ofFault: Result[]): Result {
	const same = ofFault.filter(({ operation }) => operation === result.operation);
	const ours = same.filter(({ contender }) => isOurs(contender)).map(({ verdict }) => verdict);
	const retried = same.find(({ contender }) => contender === 'httpRetry')?.verdict.right ?? 0;
	const right = Math.max(...ours.map((each) => each.right));
	const { doubled } = total(ours);
	const objections = [
		...result.verdict.objections,
		...(right < retried ? [`${right} right, but ${retried} with Retry On Fail`] : []),
		...(doubled > 0 ? [`${doubled} doubled in all`] : []),
	];
	return { ...result, verdict: { ...result.verdict, objections } };
}

interface Running {
	cell: Cell;
	begun: Begun;
	/** Ends the fault. */
	calm(): void;
}

async function begin(harness: Harness, cell: Cell): Promise<Running> {
	const { fault, operation, contender } = cell;
	const isLost = fault.inject.kind === 'unknownHost';
	const hasNode = operation.prepare !== undefined;
	const stage = await harness.stage(fault.timeout, isLost && hasNode ? UNKNOWN_HOST : undefined);
	const setting = { harness, stage, contender };
	let calm = () => {};
	const timing = { strike: () => (calm = strike(fault, operation, stage)), isLost };
	const start = await prepare(operation, setting, timing);
	return { cell, begun: await start(), calm: () => calm() };
}

async function finish(
	{ cell: { fault, operation, contender }, begun, calm }: Running,
	log: () => Promise<string>,
): Promise<Result> {
	const withoutKey = fault.expects[operation.class];
	const expected = contender === 'oursWithKey' ? (fault.withKey ?? withoutKey) : withoutKey;
	const observe = await begun.end(log);
	calm();
	const verdict = judge(await observe(), expected);
	return { fault: fault.id, operation: operation.id, contender, verdict };
}

/** Some at a time, as each keeps n8n busy. */
async function inTurn(cells: Cell[], run: (cell: Cell) => Promise<Result>): Promise<Result[]> {
	// Triggers take longest.
	const queue = [...cells].sort(
		(a, b) => Number(!!a.operation.prepare) - Number(!!b.operation.prepare),
	);
	const results: Result[] = [];
	const worker = async () => {
		for (let cell = queue.shift(); cell; cell = queue.shift()) results.push(await run(cell));
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
	const started = await Promise.all(cells.map(async (cell) => await begin(harness, cell)));
	await until(() => started.every((each) => each.begun.isUnderWay()), UNDER_WAY_MS);
	await harness.own.kill();
	for (const { calm } of started) calm();
	// By then the service has carried out all that was under way.
	await sleep(requestsTakeMs + 1_000);
	await harness.restart();
	const results: Result[] = [];
	for (const running of started) results.push(await finish(running, log));
	return results;
}
