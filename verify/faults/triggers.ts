import { setTimeout as sleep } from 'node:timers/promises';

import type { IDataObject, INodeParameters } from 'n8n-workflow';

import type { Workflow } from '../../scripts/n8n/client';
import { CREDENTIAL_TYPE } from '../harness/service';
import { UNKNOWN_HOST, type Stage, type Harness } from '../harness/Harness';
import { until } from '../harness/time';
import { activated, emitted, finishedEvent, trigger, TWO_POLLS } from '../harness/trigger';
import { row } from '../harness/workflow';
import { requestsIn } from '../judge/books';
import type { Output, ReportedError } from '../judge/types';
import { affectedIn, type Begun, isUnderWay } from './actions';
import type { Fault } from './faults';
import { optionsOf, type Contender, type Operation } from './operations';
import { inject } from './inject';

const JOBS = 3;
const PATIENCE_MS = 4 * 60_000;

/** Starts a trigger that watches jobs; they end when the fault has begun. */
export async function beginWatching(
	harness: Harness,
	fault: Fault,
	operation: Operation,
): Promise<Begun> {
	const stage = await harness.stage(fault.timeout);
	const { jobs } = harness.sandbox;
	const ids = harness.sandbox.world.creators.slice(0, JOBS).map(({ url }) => {
		const input = { profile_url: `${url}?never-finishes` };
		return String(jobs.submit('screening', stage.token, input).id);
	});
	const workflow = await activate(harness, stage, {
		ids: ids.join(),
		options: optionsOf(stage, 'ours'),
	});
	const polls = () =>
		harness.requestsOf(stage).filter(({ path }) => path.startsWith('/screening/'));
	await until(() => polls().length >= ids.length, PATIENCE_MS);
	const calm = inject(harness.sandbox, stage.token, operation, fault.inject);
	await misdirect(harness, stage, fault, async () => {
		for (const id of ids) jobs.settle(id, 'finished');
	});
	return begun(harness, { stage, fault, operation, workflow, count: JOBS, jobs: () => ids, calm });
}

/** Starts a trigger that submits a request, the first time while the fault is there. */
export async function beginSubmitting(
	harness: Harness,
	fault: Fault,
	operation: Operation,
	contender: Contender,
): Promise<Begun> {
	const stage = await harness.stage(fault.timeout);
	const calm = inject(harness.sandbox, stage.token, operation, fault.inject);
	let workflow: Workflow | undefined;
	await misdirect(harness, stage, fault, async () => {
		workflow = await activate(harness, stage, {
			source: 'submit',
			bodyMode: 'json',
			bodyJson: JSON.stringify({ profile_url: 'https://pictura.example/instant' }),
			options: optionsOf(stage, contender),
		});
	});
	if (workflow === undefined) throw new Error('The workflow was not activated');
	const jobs = () => requestsIn(harness.requestsOf(stage), () => 0).flatMap(({ job }) => job ?? []);
	return begun(harness, { stage, fault, operation, workflow, count: 1, jobs, calm });
}

async function activate(
	harness: Harness,
	{ credential }: Stage,
	parameters: INodeParameters,
): Promise<Workflow> {
	return await activated(harness.n8n, row('Cell', [trigger(parameters, credential)]));
}

/** With a host that is not found, `act` happens under it, and the right one comes some polls later. */
async function misdirect(
	harness: Harness,
	{ credential, token }: Stage,
	fault: Fault,
	act: () => Promise<void>,
): Promise<void> {
	const point = async (baseUrl: string) =>
		await harness.n8n.updateCredential(credential.id, {
			name: token,
			type: CREDENTIAL_TYPE,
			data: { baseUrl, apiToken: token },
		});
	const isLost = fault.inject.kind === 'unknownHost';
	if (isLost) await point(UNKNOWN_HOST);
	await act();
	if (!isLost) return;
	await sleep(TWO_POLLS);
	await point(harness.sandbox.url);
}

/** The trigger writes down what it waits through. */
const NOTICE = /^.*The trigger continues at the next poll/m;

interface Watched {
	stage: Stage;
	fault: Fault;
	operation: Operation;
	workflow: Workflow;
	/** How many jobs end, and which. The ID of one that is submitted is not known before. */
	count: number;
	jobs: () => string[];
	calm: () => void;
}

function begun(
	harness: Harness,
	{ stage, fault, operation, workflow, count, jobs, calm }: Watched,
): Begun {
	const isLost = fault.inject.kind === 'unknownHost';
	return {
		isUnderWay: () => harness.requestsOf(stage).some(isUnderWay),
		calm,
		end: async (log) => {
			// What is never emitted is lost: the judge says so.
			await until(async () => {
				const { items, errors } = await outputOf(harness, workflow);
				return errors.length > 0 || items.length >= count;
			}, PATIENCE_MS).catch(() => undefined);
			await sleep(TWO_POLLS);
			const output = await outputOf(harness, workflow);
			calm();
			await harness.n8n.deactivate(await harness.n8n.readWorkflow(workflow.id));
			const requests = harness.requestsOf(stage);
			const wanted = await Promise.all(
				Array.from({ length: count }, async (_, n) => ({
					input: 0,
					json: await finishedEvent(stage, jobs()[n]),
				})),
			);
			return {
				requests: requestsIn(requests, ({ path }) => (path === operation.paid ? 0 : undefined)),
				affected: isLost ? 1 : affectedIn(requests),
				wanted: { items: wanted, isAnyOrder: true },
				output: { ...output, note: NOTICE.exec(await log())?.[0] },
			};
		},
	};
}

/** The first output of the trigger, and the errors of its polls. */
async function outputOf({ n8n }: Harness, workflow: Workflow): Promise<Output> {
	const items = await emitted(n8n, workflow);
	const submitted = await emitted(n8n, workflow, 1);
	const errors = submitted
		.filter(({ job }) => (job as IDataObject).id === null)
		.map(
			({ message, description }): ReportedError => ({
				input: 'all',
				message: String(message),
				text: `${String(message)} ${String(description)}`,
			}),
		);
	return { items: items.map((json) => ({ json, input: 0 })), errors };
}
