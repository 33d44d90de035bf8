import type { IDataObject } from 'n8n-workflow';

import type { LogEntry } from '../../sandbox';
import type { Execution, Workflow, WorkflowDocument } from '../../scripts/n8n/client';
import { errorsOf, goodItems, type Item, over } from '../harness/executions';
import { UNKNOWN_HOST, type Harness } from '../harness/Harness';
import { START } from '../harness/workflow';
import { holds, paidIn } from '../judge/compare';
import type { Out, Seen, ReportedError } from '../judge/judge';
import type { Fault } from './faults';
import type { Contender, Operation, Task } from './operations';
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
	end(log: () => Promise<string>): Promise<Seen>;
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
		isUnderWay: () =>
			harness.requestsOf(stage).some(({ faults, status }) => faults.length > 0 && status === null),
		calm,
		end: async (log) => {
			const { kind, execution } = await endOf(harness, workflow, id);
			const requests = harness.requestsOf(stage);
			calm();
			const last = task.last(contender);
			return {
				requests: requests.length,
				affected: isLost
					? task.inputs.length
					: requests.filter(({ faults }) => faults.length > 0).length,
				paid: paidIn(requests, operation.paid, (body) => inputOfBody(task, body)),
				wanted: task.wanted,
				out: await compared(goodItems(execution, last), task),
				delivered: requests.filter(isWhole).flatMap(task.deliveredBy),
				reported:
					REPORTED_BY_N8N[kind] ?? errorsOf(execution, withErrorOutput(document), task.inputOf),
				isHung: kind === 'hung',
				log: await log(),
			};
		},
	};
}

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

/** Compares the output with what the service has. */
async function compared(items: Item[], task: Task): Promise<Out[]> {
	const out: Out[] = [];
	for (const item of items) {
		const truth = await task.truthOf(item);
		out.push({ key: task.keyOf(item), isRight: truth !== undefined && holds(item.json, truth) });
	}
	return out;
}

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
function inputOfBody({ inputs }: Task, body: IDataObject): number | undefined {
	if (inputs.length === 1) return 0;
	const values = Object.values(body);
	const input = inputs.findIndex((each) => Object.values(each).some((it) => values.includes(it)));
	return input < 0 ? undefined : input;
}
