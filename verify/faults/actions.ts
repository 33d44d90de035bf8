import type { IDataObject } from 'n8n-workflow';

import type { LogEntry } from '../../sandbox';
import type { Execution, Workflow, WorkflowDocument } from '../../scripts/n8n/client';
import { errorsOf, goodItems, hintsOf, over } from '../harness/executions';
import { UNKNOWN_HOST, type Harness } from '../harness/Harness';
import { START } from '../harness/workflow';
import { jobOf, requestsIn } from '../judge/books';
import type { Observation, ReportedError, WantedItem } from '../judge/types';
import type { Fault } from './faults';
import { type Contender, isOurs, type Operation, type Task } from './operations';
import { inject } from './inject';

/** Far more than any cell needs. */
const PATIENCE_MS = 2 * 60_000;

/** An execution that has begun. */
export interface Begun {
	/** Whether requests that the fault affects are under way. */
	isUnderWay(): boolean;
	/** Ends the fault. */
	calm(): void;
	/** Waits for its end, and says what there was to see. */
	end(log: () => Promise<string>): Promise<Observation>;
}

/** Starts one operation of an action node; undefined where that node cannot do this work. */
export async function beginAction(
	harness: Harness,
	fault: Fault,
	operation: Operation,
	contender: Contender,
): Promise<Begun | undefined> {
	const isLost = fault.inject.kind === 'unknownHost';
	const stage = await harness.stage(fault.timeout, isLost ? UNKNOWN_HOST : undefined);
	const task = await operation.prepare?.(stage);
	const document = task?.workflow(contender);
	if (task === undefined || document === undefined) return undefined;
	const calm = inject(harness.sandbox, stage.token, operation, fault.inject);
	const workflow = await harness.n8n.createWorkflow(document);
	const id = await harness.n8n.run(workflow, START);
	return {
		isUnderWay: () => harness.requestsOf(stage).some(isUnderWay),
		calm,
		end: async () => {
			const { kind, execution } = await endOf(harness, workflow, id);
			const log = harness.requestsOf(stage);
			calm();
			const last = task.last(contender);
			// n8n's own nodes lose pairs in loops, and the order.
			const inputOf = isOurs(contender) ? undefined : task.inputOf;
			const items = goodItems(execution, last).map(({ json, input }) => ({
				json,
				input: inputOf?.(json) ?? input,
			}));
			const requests = requestsIn(log, (entry) =>
				entry.path === operation.paid ? inputOfBody(task, entry.body as IDataObject) : undefined,
			);
			const delivered = new Set(log.filter(isWhole).flatMap(task.deliveredBy));
			const wanted: WantedItem[] = [];
			for (const input of task.inputs.keys()) {
				for (const truth of await task.truthOf(input, jobOf(requests, input, items))) {
					const json = truth && isOurs(contender) && task.ofOurs ? task.ofOurs(truth) : truth;
					wanted.push({ input, json, isDelivered: delivered.has(wanted.length) });
				}
			}
			return {
				requests,
				affected: isLost ? task.inputs.length : affectedIn(log),
				wanted: { items: wanted, isAnyOrder: !isOurs(contender) },
				output: {
					items,
					errors: REPORTED_BY_N8N[kind] ?? errorsOf(execution, withErrorOutput(document), inputOf),
					hints: hintsOf(execution, last),
					isHung: kind === 'hung',
				},
			};
		},
	};
}

export const isUnderWay = ({ faults, status }: LogEntry): boolean =>
	faults.length > 0 && status === null;

export const affectedIn = (log: LogEntry[]): number =>
	log.filter(({ faults }) => faults.length > 0).length;

interface Ending {
	kind: 'ended' | 'crashed' | 'hung';
	execution: Execution;
}

async function endOf({ n8n }: Harness, { id: workflow }: Workflow, id: string): Promise<Ending> {
	try {
		await over(n8n, workflow, id, { patienceMs: PATIENCE_MS, everyMs: 200 });
	} catch (error) {
		if ((await n8n.status(id)) !== 'running') throw error;
		await n8n.stop(id);
		return { kind: 'hung', execution: await n8n.execution(id) };
	}
	const execution = await n8n.execution(id);
	return { kind: execution.status === 'crashed' ? 'crashed' : 'ended', execution };
}

const isWhole = ({ status, faults }: LogEntry): boolean =>
	status !== null && status < 300 && faults.length === 0;

/** What stands in the execution then is not of the fault. */
const REPORTED_BY_N8N: Partial<Record<Ending['kind'], ReportedError[]>> = {
	crashed: [
		{ input: 'all', message: 'n8n shows the execution as crashed', text: '', isCrash: true },
	],
	// No error is expected. The experiment itself stopped it.
	hung: [],
};

const withErrorOutput = ({ nodes }: WorkflowDocument) =>
	nodes.filter(({ onError }) => onError !== undefined).map(({ name }) => name);

/** Bodies hold a value of the input item; pages of a list belong to the only one. */
function inputOfBody({ inputs }: Task, body: IDataObject = {}): number | undefined {
	if (inputs.length === 1) return 0;
	const values = Object.values(body);
	const input = inputs.findIndex((each) => Object.values(each).some((it) => values.includes(it)));
	return input < 0 ? undefined : input;
}
