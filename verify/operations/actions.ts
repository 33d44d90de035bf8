import type { IDataObject } from 'n8n-workflow';

import type { LogEntry } from '../../sandbox';
import type { Execution, WorkflowDocument } from '../../scripts/n8n/client';
import { errorsOf, goodItems, hintsOf, over } from '../harness/executions';
import { type Harness, type Stage, UNKNOWN_HOST } from '../harness/Harness';
import { lastOf, START } from '../harness/workflow';
import { jobIn, jobOf, requestsIn } from '../judge/books';
import type { Observation, ReportedError, WantedItem } from '../judge/types';
import { type Contender, isOurs, type Operation, paidPath, type Task } from './operations';

/** What there was to see. It asks the service, so faults have to be over. */
export type Observe = () => Promise<Observation>;

/** An execution, or a trigger, that has begun. */
export interface Begun {
	/** Whether requests that the fault affects are under way. */
	isUnderWay(): boolean;
	/** Waits for its end. `log` is what n8n has written since. */
	end(log?: () => Promise<string>): Promise<Observe>;
}

/** What one operation runs in. */
export interface Setting {
	harness: Harness;
	stage: Stage;
	contender: Contender;
	/** Items, or jobs. */
	count?: number;
	patienceMs?: number;
}

/** Far more than any operation needs under a fault. */
const PATIENCE_MS = 2 * 60_000;

/** An operation of an action node, to be run as often as one likes. */
export async function prepareAction(
	operation: Operation,
	setting: Setting,
): Promise<() => Promise<Begun>> {
	const { harness, stage, contender, count } = setting;
	const task = await operation.prepare?.(stage, count);
	if (task === undefined) throw new Error(`${operation.label} is no action`);
	const document = task.workflow(contender);
	const workflow = await harness.n8n.createWorkflow(document);
	return async () => {
		const before = harness.sandbox.log.total;
		const requests = () => harness.requestsOf(stage, before);
		const id = await harness.n8n.run(workflow, START);
		return {
			isUnderWay: () => requests().some(isUnderWay),
			end: async () => {
				const ending = await endOf(setting, workflow.id, id);
				const log = requests();
				return async () => await observation(operation, setting, { task, document, ending, log });
			},
		};
	};
}

interface Done {
	task: Task;
	document: WorkflowDocument;
	ending: Ending;
	log: LogEntry[];
}

async function observation(
	operation: Operation,
	{ stage, contender }: Setting,
	{ task, document, ending: { kind, execution }, log }: Done,
): Promise<Observation> {
	const last = lastOf(document);
	// n8n's own nodes lose pairs in loops, and the order.
	const inputOf = isOurs(contender) ? undefined : task.inputOf;
	const items = goodItems(execution, last).map(({ json, input }) => ({
		json,
		input: inputOf?.(json) ?? input,
	}));
	const requests = requestsIn(log, (entry) =>
		entry.path === paidPath(operation) ? inputOfBody(task, entry.body as IDataObject) : undefined,
	);
	const delivered = new Set(log.filter(isWhole).flatMap(task.deliveredBy));
	const answers = new Map(log.map(({ answer }) => [jobIn(answer), answer]));
	const wanted: WantedItem[] = [];
	for (const input of task.inputs.keys()) {
		const job = jobOf(requests, input, items);
		for (const truth of await task.truthOf(input, job, job && answers.get(job))) {
			const json = truth && isOurs(contender) && task.ofOurs ? task.ofOurs(truth) : truth;
			wanted.push({ input, json, isDelivered: delivered.has(wanted.length) });
		}
	}
	return {
		requests,
		affected: stage.baseUrl === UNKNOWN_HOST ? task.inputs.length : affectedIn(log),
		wanted: { items: wanted, isAnyOrder: !isOurs(contender) },
		output: {
			items,
			errors: REPORTED_BY_N8N[kind] ?? errorsOf(execution, withErrorOutput(document), inputOf),
			hints: hintsOf(execution, last),
			isHung: kind === 'hung',
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

async function endOf(
	{ harness: { n8n }, patienceMs = PATIENCE_MS }: Setting,
	workflow: string,
	id: string,
): Promise<Ending> {
	try {
		await over(n8n, workflow, { only: id, patienceMs, everyMs: 200 });
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
const inputOfBody = ({ inputs, inputsBy }: Task, body: IDataObject = {}): number | undefined =>
	inputs.length === 1 ? 0 : inputsBy(Object.values(body))[0];
