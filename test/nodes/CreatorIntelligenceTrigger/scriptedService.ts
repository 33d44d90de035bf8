import type { FastifyReply, FastifyRequest } from 'fastify';
import type { INodeParameters } from 'n8n-workflow';

import { startServer, type LoopbackServer } from '../../support/http';
import { Trigger, type TriggerOptions } from './trigger';

type Answer = (request: FastifyRequest, reply: FastifyReply) => unknown;

/** What the service answers. Each test may change it. */
export interface Answers {
	dictionary: Answer;
	submit: Answer;
	status: Answer;
	contents: Answer;
}

export interface ScriptedService {
	answers: Answers;
	server: LoopbackServer;
	/** How many requests for screenings have come in. */
	submitted(): number;
	trigger(parameters: INodeParameters, options?: TriggerOptions): Trigger;
}

/** A service of screenings that answers whatever a test wants. */
export function useScriptedService(): ScriptedService {
	const friendly: Answers = {
		dictionary: () => ({ languages: [] }),
		submit: () => ({ id: `job-${service.submitted()}` }),
		status: () => ({ status: 'PENDING' }),
		contents: () => ({ data: [] }),
	};
	const service = {
		answers: { ...friendly },
		submitted: () => service.server.requests.filter(({ method }) => method === 'POST').length,
		trigger: (parameters, options) =>
			new Trigger(
				{ token: 'token-123456', url: service.server.url },
				{ event: 'jobFinished', jobType: 'screening', ...parameters },
				options,
			),
	} as ScriptedService;
	beforeAll(async () => {
		service.server = await startServer((app) => {
			const { answers } = service;
			app.get('/dictionary/languages', async (...call) => await answers.dictionary(...call));
			app.post('/screening', async (...call) => await answers.submit(...call));
			app.get('/screening/:id', async (...call) => await answers.status(...call));
			app.get('/screening/:id/contents', async (...call) => await answers.contents(...call));
		});
	});
	afterAll(async () => await service.server.close());
	beforeEach(() => {
		Object.assign(service.answers, friendly);
		service.server.requests.length = 0;
	});
	return service;
}

/** Submits a screening, sent at the first poll: nothing is announced before. */
export const submitting = (more: INodeParameters = {}): INodeParameters => ({
	source: 'submit',
	bodyMode: 'json',
	bodyJson: '{"profile_url":"x"}',
	options: { emptyExecutions: false, maxRetries: 0 },
	...more,
});

export const idIn = ({ params }: FastifyRequest): string => (params as { id: string }).id;
