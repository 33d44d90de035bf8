import type { INodeParameters } from 'n8n-workflow';

import { jobOfType } from '../../../nodes/CreatorIntelligenceTrigger/catalogue';
import { TriggerMemory } from '../../../nodes/CreatorIntelligenceTrigger/memory/ProcessMemory';
import type { State } from '../../../nodes/CreatorIntelligenceTrigger/memory/State';
import type {
	Parameters,
	Submission,
} from '../../../nodes/CreatorIntelligenceTrigger/parameters/readParameters';
import {
	Session,
	TIME_IS_UP,
	type Poll,
} from '../../../nodes/CreatorIntelligenceTrigger/session/Session';
import type { Contract } from '../../../nodes/shared/plan/plan';
import { Cancelled } from '../../../nodes/shared/failure/Cancelled';
import type { ServiceRequest, ServiceResponse } from '../../../nodes/shared/http/types';
import { Service } from '../../../nodes/shared/Service';
import type { Settings } from '../../../nodes/shared/settings/readSettings';
import { Transport } from '../../../nodes/shared/transport/Transport';
import { settingsOf } from '../../support/options';
import { ONE_ATTEMPT } from '../shared/senders';

export const NOW = Date.parse('2026-01-01T12:00:00Z');

export const screening = jobOfType('screening');

export const stateOf = (more: Partial<State> = {}): State => ({
	emitted: [],
	submissions: { watched: [] },
	screenings: {},
	...more,
});

export const submissionOf = (more: Partial<Submission> = {}): Submission => ({
	operation: screening,
	body: { profile_url: 'x' },
	scope: 'scope',
	requestFingerprint: 'r1',
	intervalMs: 60 * 60 * 1_000,
	...more,
});

type Answer = (request: ServiceRequest) => ServiceResponse | Promise<ServiceResponse>;

export interface Situation extends Partial<Omit<Poll, 'session' | 'parameters'>> {
	parameters?: Partial<Omit<Parameters, 'settings'>>;
	/** As in the panel, by their names. */
	options?: INodeParameters;
	contract?: Contract;
}

/** One poll, whose requests are answered one by one and kept. `outOfTime` ends it. */
export function pollOf(answer: Answer, { parameters, options, contract, ...more }: Situation = {}) {
	const requests: ServiceRequest[] = [];
	const ended = new AbortController();
	const transport = new Transport(
		async (request) => {
			requests.push(request);
			return await answer(request);
		},
		{ signal: ended.signal },
	);
	const named = { emptyExecutions: false, maxConcurrency: 1, ...options };
	const settings: Settings = { ...settingsOf(named), contract };
	const service = new Service('https://api.example.com', transport.sender(ONE_ATTEMPT), 'auto');
	const poll: Poll = {
		session: new Session(service, transport.queue, ended),
		parameters: {
			...{ event: 'jobFinished', operation: screening },
			...{ ids: [], outcome: 'any', query: [], maxRows: Infinity, emitFirst: false },
			...parameters,
			settings,
		},
		state: stateOf(),
		memory: new TriggerMemory(),
		now: NOW,
		isActivation: false,
		isFromQueue: false,
		...more,
	};
	const outOfTime = (): never => {
		ended.abort(TIME_IS_UP);
		throw new Cancelled();
	};
	return { poll, requests, ended, outOfTime };
}

/** A session that sends nothing, and what ends it. */
export function sessionOf(situation?: Situation) {
	const { poll, ended } = pollOf(() => {
		throw new Error('It sends nothing');
	}, situation);
	return { session: poll.session, ended };
}

/** The ID in the path of a request, without its query. */
export const idIn = ({ url }: ServiceRequest): string =>
	/^\/[\w-]+\/([^/]+)/.exec(new URL(url).pathname)?.[1] ?? '';
