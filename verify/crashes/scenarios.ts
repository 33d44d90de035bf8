import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { ManualClock, startSandbox, type Sandbox } from '../../sandbox';
import { asker, submitted } from '../harness/service';
import { MINUTE } from '../harness/time';
import { finishedEvent } from '../harness/trigger';
import { canonical, difference } from '../judge/compare';
import type { Event } from './verdict';

/** One thing that the trigger does, while n8n is killed. */
export interface Scenario {
	id: 'finished' | 'changed' | 'submitted';
	label: string;
	/** For the page. */
	what: string;
	/** The service, with what the trigger is to find. */
	open(): Promise<Scene>;
}

export interface Scene {
	sandbox: Sandbox;
	/** Of the trigger. */
	parameters: INodeParameters;
	/** What the trigger is to find, when it polls already; absent if it is to find something at its activation. */
	happen?(): void;
	/** The request with which recording begins. */
	first: string;
	/** What an item on the first output tells; `jobs` are those that the trigger has submitted. */
	eventOf(item: IDataObject, jobs: string[]): Promise<Event>;
}

const eventIdOf = ({ job }: IDataObject) => String((job as IDataObject).eventId);

/** A job has finished: the item holds all that the service has of it. */
async function eventOfFinished(sandbox: Sandbox, item: IDataObject, ids: string[]): Promise<Event> {
	const eventId = eventIdOf(item);
	const id = ids.find((each) => eventId === `screening/${each}/finished`);
	const truth = await finishedEvent({ ask: asker(sandbox) }, id);
	return { eventId, isRight: truth !== undefined && difference(item, truth) === undefined };
}

const finished: Scenario = {
	id: 'finished',
	label: 'A job has finished',
	what: 'The trigger watches a screening. It has finished when the recording begins.',
	async open() {
		const durations = { screening: 60 * MINUTE };
		const sandbox = await startSandbox({ creators: 300, durations });
		const profile_url = sandbox.world.creators[0].url;
		const id = await submitted(sandbox, '/screening', { profile_url });
		return {
			sandbox,
			parameters: { ids: id },
			happen: () => sandbox.jobs.settle(id, 'finished'),
			first: `GET /screening/${id}`,
			eventOf: async (item) => await eventOfFinished(sandbox, item, [id]),
		};
	},
};

const changed: Scenario = {
	id: 'changed',
	label: 'A screening has changed',
	what: 'The trigger watches a screening under continuous monitoring. It has one more flagged item when the recording begins.',
	async open() {
		const time = new ManualClock();
		const monitoringInterval = 5 * MINUTE;
		const sandbox = await startSandbox({ clock: time, creators: 300, monitoringInterval });
		const profile_url = sandbox.world.creators[0].url;
		await submitted(sandbox, '/screening/continuous-monitoring', { profile_url });
		const id = String(sandbox.jobs.list('screening', 1)[0].id);
		sandbox.jobs.settle(id, 'finished');
		const flagged = async () => {
			const { data } = await asker(sandbox)(`/screening/${id}/contents?limit=100`);
			return data as IDataObject[];
		};
		const before = await flagged();
		return {
			sandbox,
			parameters: { event: 'screeningChanged', ids: id },
			happen: () => time.advance(monitoringInterval),
			first: `GET /screening/${id}`,
			async eventOf(item) {
				const after = await flagged();
				const isNew = ({ id: name }: IDataObject) => before.every((each) => each.id !== name);
				const { added, removed } = item.changed as { added?: unknown[]; removed?: unknown[] };
				const isRight =
					after.length === before.length + 1 &&
					canonical(added) === canonical(after.filter(isNew)) &&
					removed?.length === 0;
				return { eventId: eventIdOf(item), isRight };
			},
		};
	},
};

const submits: Scenario = {
	id: 'submitted',
	label: 'A request is submitted',
	what: 'The trigger submits a screening, once. The recording begins when the workflow is activated, and ends when the result is emitted.',
	async open() {
		const sandbox = await startSandbox({ creators: 300 });
		const bodyJson = JSON.stringify({ profile_url: 'https://pictura.example/instant' });
		return {
			sandbox,
			parameters: { source: 'submit', bodyMode: 'json', bodyJson },
			first: 'GET /dictionary/languages',
			eventOf: async (item, jobs) => await eventOfFinished(sandbox, item, jobs),
		};
	},
};

export const scenarios: Scenario[] = [submits, changed, finished];
