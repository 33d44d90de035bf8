import { setTimeout as sleep } from 'node:timers/promises';

import type { IDataObject, INodeParameters } from 'n8n-workflow';

import type { LogEntry } from '../../sandbox';
import type { Workflow } from '../../scripts/n8n/client';
import { type Harness, UNKNOWN_HOST } from '../harness/Harness';
import { CREDENTIAL_TYPE } from '../harness/service';
import { SECOND, until } from '../harness/time';
import {
	activated,
	emitted,
	finishedEvent,
	type Known,
	trigger,
	TWO_POLLS,
} from '../harness/trigger';
import { row } from '../harness/workflow';
import { requestsIn } from '../judge/books';
import type { Output, ReportedError } from '../judge/types';
import { affectedIn, type Begun, isUnderWay, prepareAction, type Setting } from './actions';
import { optionsOf, type Operation, paidPath } from './operations';

const JOBS = 3;
const PATIENCE_MS = 4 * 60_000;

interface Timing {
	/** Sets the fault. */
	strike: () => void;
	/** The credential names a host that is not there; the right one comes some polls later. */
	isLost?: boolean;
}

/** What starts an execution of an operation, or a trigger with new jobs. */
export async function prepare(
	operation: Operation,
	setting: Setting,
	timing: Timing = { strike: () => undefined },
): Promise<() => Promise<Begun>> {
	if (operation.class === 'watch')
		return async () => await beginWatching(operation, setting, timing);
	if (operation.class === 'submitting')
		return async () => await beginSubmitting(operation, setting, timing);
	const start = await prepareAction(operation, setting);
	return async () => {
		timing.strike();
		return await start();
	};
}

/** Starts a trigger that watches jobs; they end when the fault has begun. */
async function beginWatching(
	operation: Operation,
	setting: Setting,
	{ strike, isLost }: Timing,
): Promise<Begun> {
	const { harness, stage, count = JOBS } = setting;
	const { jobs, world } = harness.sandbox;
	const { creators } = world;
	const ids = Array.from({ length: count }, (_, n) => {
		const { url } = creators[n % creators.length];
		const input = { profile_url: `${url}?never-finishes` };
		return String(jobs.submit('screening', stage.token, input).id);
	});
	const watched = await activate(setting, { ids: ids.join() });
	const isPoll = ({ path }: LogEntry) => path.startsWith('/screening/');
	await until(() => watched.requests().filter(isPoll).length >= ids.length, PATIENCE_MS);
	strike();
	await misdirect(setting, isLost, async () => {
		for (const id of ids) jobs.settle(id, 'finished');
	});
	return begun(operation, setting, { ...watched, isLost, count, jobs: () => ids });
}

/** Starts a trigger that submits a request, the first time while the fault is there. */
async function beginSubmitting(
	operation: Operation,
	setting: Setting,
	{ strike, isLost }: Timing,
): Promise<Begun> {
	strike();
	let watched: Watched | undefined;
	await misdirect(setting, isLost, async () => {
		watched = await activate(setting, {
			source: 'submit',
			bodyMode: 'json',
			bodyJson: JSON.stringify({ profile_url: 'https://pictura.example/instant' }),
		});
	});
	if (watched === undefined) throw new Error('The workflow was not activated');
	const { requests } = watched;
	const jobs = () => requestsIn(requests(), () => 0).flatMap(({ job }) => job ?? []);
	return begun(operation, setting, { ...watched, isLost, count: 1, jobs });
}

interface Watched {
	workflow: Workflow;
	/** What was sent since. */
	requests: () => LogEntry[];
}

async function activate(
	{ harness, stage, contender }: Setting,
	parameters: INodeParameters,
): Promise<Watched> {
	const before = harness.sandbox.log.total;
	const options = optionsOf(stage, contender);
	const node = trigger({ ...parameters, options }, stage.credential);
	const workflow = await activated(harness.n8n, row('Cell', [node]));
	return { workflow, requests: () => harness.requestsOf(stage, before) };
}

/** With a host that is not found, `act` happens under it, and the right one comes some polls later. */
async function misdirect(
	{ harness, stage: { credential, token } }: Setting,
	isLost = false,
	act: () => Promise<void>,
): Promise<void> {
	const point = async (baseUrl: string) =>
		await harness.n8n.updateCredential(credential.id, {
			name: token,
			type: CREDENTIAL_TYPE,
			data: { baseUrl, apiToken: token },
		});
	if (isLost) await point(UNKNOWN_HOST);
	await act();
	if (!isLost) return;
	await sleep(TWO_POLLS);
	await point(harness.sandbox.url);
}

/** The trigger writes down what it waits through. */
const NOTICE = /^.*The trigger continues at the next poll/m;

/** `count` jobs end. The ID of one that is submitted is not known before. */
type Begins = Watched & { isLost?: boolean; count: number; jobs: () => string[] };

function begun(
	operation: Operation,
	{ harness, stage, patienceMs = PATIENCE_MS }: Setting,
	{ workflow, requests, isLost, count, jobs }: Begins,
): Begun {
	return {
		isUnderWay: () => requests().some(isUnderWay),
		end: async (log) => {
			const known: Known = new Map();
			// What is never emitted is lost: the judge says so.
			await until(async () => {
				const { items, errors } = await outputOf(harness, workflow, known);
				if (errors.length > 0 || items.length >= count) return true;
				await sleep(SECOND / 2);
				return false;
			}, patienceMs).catch(() => undefined);
			await sleep(TWO_POLLS);
			const output = await outputOf(harness, workflow, known);
			await harness.n8n.deactivate(await harness.n8n.readWorkflow(workflow.id));
			const sent = requests();
			const ids = jobs();
			const note = log && NOTICE.exec(await log())?.[0];
			return async () => {
				const wanted = Array.from({ length: count }, async (_, n) => ({
					input: 0,
					json: await finishedEvent(stage, ids[n]),
				}));
				return {
					requests: requestsIn(sent, ({ path }) => (path === paidPath(operation) ? 0 : undefined)),
					affected: isLost ? 1 : affectedIn(sent),
					wanted: { items: await Promise.all(wanted), isAnyOrder: true },
					output: { ...output, note },
				};
			};
		},
	};
}

/** The first output of the trigger, and the errors of its polls. */
async function outputOf({ n8n }: Harness, workflow: Workflow, known: Known): Promise<Output> {
	const items = await emitted(n8n, workflow, 0, known);
	const submitted = await emitted(n8n, workflow, 1, known);
	const failed = submitted.filter(({ job }) => (job as IDataObject).id === null);
	const errors = failed.map(({ message, description }): ReportedError => {
		const texts = [String(message), String(description)];
		return { input: 'all', message: texts[0], text: texts.join(' ') };
	});
	return { items: items.map((json) => ({ json, input: 0 })), errors };
}
