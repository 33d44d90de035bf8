import { setTimeout as sleep } from 'node:timers/promises';

import type { IDataObject, INodeParameters } from 'n8n-workflow';

import type { Workflow } from '../../scripts/n8n/client';
import { CREDENTIAL_TYPE } from '../harness/service';
import { UNKNOWN_HOST, type Stage, type Harness } from '../harness/Harness';
import { until } from '../harness/time';
import { activated, emitted, trigger, TWO_POLLS } from '../harness/trigger';
import { row } from '../harness/workflow';
import { holds, paidIn } from '../judge/compare';
import type { Out, Seen, ReportedError, Wanted } from '../judge/judge';
import type { Begun } from './actions';
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
	const wanted = ids.map((id, input) => ({ key: `screening/${id}/finished`, input }));
	return begun(harness, { stage, fault, operation, workflow, wanted, calm });
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
	return begun(harness, {
		stage,
		fault,
		operation,
		workflow,
		// The ID of the job is not known before it is submitted.
		wanted: [{ key: 'finished', input: 0 }],
		calm,
	});
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
	wanted: Wanted[];
	calm: () => void;
}

function begun(
	harness: Harness,
	{ stage, fault, operation, workflow, wanted, calm }: Watched,
): Begun {
	const isLost = fault.inject.kind === 'unknownHost';
	const affected = () => harness.requestsOf(stage).filter(({ faults }) => faults.length > 0).length;
	return {
		isUnderWay: () =>
			harness.requestsOf(stage).some(({ faults, status }) => faults.length > 0 && status === null),
		calm,
		end: async (log) => {
			const look = async () => await outputsOf(harness, stage, workflow);
			let seen = await look();
			const isOver = () =>
				seen.reported.length > 0 ||
				wanted.every(({ key }) => seen.out.some((each) => each.key === key));
			// What never comes is lost: the judge says so.
			await until(async () => {
				seen = await look();
				return isOver();
			}, PATIENCE_MS).catch(() => undefined);
			await sleep(TWO_POLLS);
			seen = await look();
			calm();
			await harness.n8n.deactivate(await harness.n8n.readWorkflow(workflow.id));
			const requests = harness.requestsOf(stage);
			const text = await log();
			return {
				...seen,
				requests: requests.length,
				affected: isLost ? 1 : affected(),
				paid: paidIn(requests, operation.paid, () => 0),
				wanted,
				noted: NOTICE.exec(text)?.[0],
				log: text,
			};
		},
	};
}

/** Both outputs of the trigger, and the errors of its polls. */
async function outputsOf(
	harness: Harness,
	stage: Stage,
	workflow: Workflow,
): Promise<Pick<Seen, 'out' | 'reported'>> {
	const finished = await emitted(harness.n8n, workflow);
	const submitted = await emitted(harness.n8n, workflow, 1);
	const reported = submitted
		.filter(({ job }) => (job as IDataObject).id === null)
		.map(
			({ message, description }): ReportedError => ({
				input: 'all',
				message: String(message),
				text: `${String(message)} ${String(description)}`,
			}),
		);
	const out: Out[] = [];
	for (const item of finished) out.push(await outOf(stage, item));
	return { out, reported };
}

async function outOf(stage: Stage, item: IDataObject): Promise<Out> {
	const { id, state, eventId } = item.job as IDataObject;
	const truth = await stage.ask(`/screening/${String(id)}`);
	const isRight = state === 'finished' && holds(item, truth);
	const isSubmitted = truth.profile_url === 'https://pictura.example/instant';
	const event = String(eventId);
	return { key: isSubmitted ? 'finished' : event, isRight, eventId: event };
}
