import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { CreatorIntelligenceTrigger } from '../../../nodes/CreatorIntelligenceTrigger/CreatorIntelligenceTrigger.node';
import {
	ProcessMemory,
	processMemory,
} from '../../../nodes/CreatorIntelligenceTrigger/memory/ProcessMemory';
import { limits } from '../../../nodes/CreatorIntelligenceTrigger/session/Session';
import type { Sandbox } from '../../../sandbox';
import { exampleOf } from '../examples';
import { Poller, type PollCall, type PollResult } from '../../support/poll';

/** All that a process of n8n knew is gone. */
export function newProcess(): void {
	Object.assign(processMemory, new ProcessMemory());
}

export const MINUTE = 60_000;
export const HOUR = 60 * MINUTE;

export interface TriggerOptions {
	token?: string;
	url?: string;
	/** More of the credential. */
	credential?: IDataObject;
	staticData?: IDataObject;
	/** Polls come from n8n's queue; otherwise they run on its default engine. */
	isFromQueue?: boolean;
}

/** The time that n8n gives to a poll from its queue. */
const QUEUE_BUDGET_MS = 36_000;

/** For the rest of a test, a poll takes no longer than this. */
export function limitPolls(pollMs: number): void {
	jest.replaceProperty(limits, 'pollMs', pollMs);
}

/** What a kill -9 during a poll leaves behind. */
export interface Left {
	/** n8n had saved the state. */
	saved: boolean;
	/** n8n had recorded the execution. */
	recorded: boolean;
}

/** An active trigger, with what n8n has saved of it and the executions that it started. */
export class Trigger {
	private poller: Poller;

	/** As n8n does, whatever the first poll of an activation returned. */
	saved: IDataObject;

	private first = true;

	/** What came out of either output and was recorded. */
	readonly finished: IDataObject[] = [];

	readonly submitted: IDataObject[] = [];

	/** Executions, those without items included. */
	executions = 0;

	constructor(
		private readonly sandbox: Pick<Sandbox, 'token' | 'url'>,
		private readonly parameters: INodeParameters,
		private readonly options: TriggerOptions = {},
	) {
		this.saved = options.staticData ?? {};
		this.poller = this.activate();
	}

	private activate(parameters = this.parameters): Poller {
		const { token = this.sandbox.token, url = this.sandbox.url, isFromQueue } = this.options;
		const { credential } = this.options;
		return new Poller({
			node: new CreatorIntelligenceTrigger(),
			parameters,
			credentials: { baseUrl: url, apiToken: token, ...credential },
			staticData: this.saved,
			...(isFromQueue && { pollBudgetMs: QUEUE_BUDGET_MS }),
		});
	}

	async poll(
		call: PollCall = {},
		left: Left = { saved: true, recorded: true },
	): Promise<PollResult> {
		const { poller } = this;
		const result = await poller.poll(call);
		// As n8n does with a poll during which the workflow was published again.
		if (call.manual || poller !== this.poller) return result;
		if (left.saved && result.items) this.saved = result.saved;
		if (left.saved && this.first && !result.error) this.saved = result.staticData;
		if (left.recorded && result.items) {
			this.executions += 1;
			for (const { json } of result.items[0] ?? []) this.finished.push(json);
			for (const { json } of result.items[1] ?? []) this.submitted.push(json);
		}
		this.first = this.first && result.error !== undefined;
		return result;
	}

	/** n8n starts anew with what it had saved. */
	restart(): void {
		newProcess();
		this.reactivate();
	}

	/** The workflow is changed and published again, in the same process. */
	reactivate(parameters?: INodeParameters): void {
		this.first = true;
		this.poller = this.activate(parameters);
	}
}

export const jobOf = (json: IDataObject | undefined) => json?.job as IDataObject;

export const eventsOf = (items: IDataObject[]) => items.map((json) => jobOf(json).eventId);

/** Submits a job by plain HTTP, as another workflow would, and returns the answer as it came. */
export async function post(sandbox: Sandbox, path: string, body: unknown): Promise<unknown> {
	const response = await fetch(`${sandbox.url}${path}`, {
		method: 'POST',
		headers: { authorization: sandbox.token, 'content-type': 'application/json' },
		body: JSON.stringify(body),
	});
	if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
	const text = await response.text();
	return text === '' ? undefined : JSON.parse(text);
}

export function exampleBody(sandbox: Sandbox, path: string): IDataObject {
	return exampleOf(sandbox, 'POST', path);
}

/** The id of a new job. */
export async function newJob(
	sandbox: Sandbox,
	path: string,
	body: IDataObject = exampleBody(sandbox, path),
): Promise<string | number> {
	await post(sandbox, path, body);
	const [job] = sandbox.jobs.list(undefined, 1);
	return job.id;
}
