import type { IDataObject, INode, INodeParameters } from 'n8n-workflow';

import type { Credential, WorkflowDocument } from '../../scripts/n8n/client';
import { node, ours, row, screeningWork, splitOut, work } from '../harness/workflow';

/** One of the workflows that run on a schedule. */
export interface Workload {
	name: string;
	/** The requests that one execution pays for, by its number. Each is different from all others. */
	requests(run: string): IDataObject[];
	/** Where it sends them. */
	path: string;
	/** Items that each of them returns. */
	rows: number;
	/** The path of what the service has for a job; for a search, the answer itself is that. */
	resultPath?: (job: string) => string;
	document(accounts: Accounts): WorkflowDocument;
}

export interface Accounts {
	service: Credential;
	model: Credential;
}

export const AGENT = 'Agent';
export const TOOL = 'Check';
const options: INodeParameters = { timeout: 5, pollInterval: 0.5, maxWait: 120 };

const every = (seconds: number): INode =>
	node(
		'Schedule',
		'n8n-nodes-base.scheduleTrigger',
		{ rule: { interval: [{ field: 'seconds', secondsInterval: seconds }] } },
		{ typeVersion: 1.2 },
	);

const toErrors = { onError: 'continueErrorOutput' as const };

const profile = (of: string, run: string) => `https://pictura.example/${of}?run=${run}`;
const PROFILES = ['first', 'second'];
const ROWS = 10;
const MENTIONS = 20;

export const search: Workload = {
	name: 'Search',
	path: '/discovery',
	rows: ROWS,
	requests: (run) => [{ follower_count: { min: 50_000 + Number(run) } }],
	document: ({ service }) => {
		const bodyJson =
			'={{ JSON.stringify({ follower_count: { min: 50000 + Number($execution.id) } }) }}';
		const creators = { resource: 'creator', operation: 'search', limit: ROWS };
		const parameters = { ...creators, bodyMode: 'json', bodyJson, options: { timeout: 5 } };
		return row('Search', [every(7), work('creatorSearch', parameters, service, toErrors)]);
	},
};

export const screening: Workload = {
	name: 'Screening',
	path: '/screening',
	rows: 1,
	resultPath: (job) => `/screening/${job}`,
	requests: (run) => PROFILES.map((of) => ({ profile_url: profile(of, run) })),
	document: (accounts) =>
		row('Screening', [
			every(11),
			node(
				'Profiles',
				'n8n-nodes-base.set',
				{
					mode: 'raw',
					jsonOutput: `={{ JSON.stringify({ profile_url: ${JSON.stringify(PROFILES)}.map((of) => 'https://pictura.example/' + of + '?run=' + $execution.id) }) }}`,
					options: {},
				},
				{ typeVersion: 3.4 },
			),
			splitOut('profile_url'),
			screeningWork('submitAndWait', '$json.profile_url', accounts.service, options, toErrors),
		]),
};

export const listening: Workload = {
	name: 'Listening',
	path: '/social-listening',
	rows: MENTIONS,
	resultPath: (job) => `/social-listening/${job}/fetch`,
	requests: (run) => [{ keyword: `brand ${run}`, items_limit: MENTIONS }],
	document: ({ service }) => {
		const bodyJson = `={{ JSON.stringify({ keyword: 'brand ' + $execution.id, items_limit: ${MENTIONS} }) }}`;
		const request = { resource: 'request', operation: 'submitAndWait', bodyMode: 'json', bodyJson };
		const node = work('socialListening', { ...request, options }, service, toErrors);
		return row('Listening', [every(13), node]);
	},
};

export const agent: Workload = {
	name: 'Agent',
	path: '/screening',
	rows: 1,
	resultPath: (job) => `/screening/${job}`,
	requests: (run) => [{ profile_url: profile('agent', run) }],
	document: (accounts) => {
		const { model, service } = accounts;
		const described = { descriptionType: 'manual', toolDescription: 'Screens a profile' };
		const bodyJson = "={{ $fromAI('body', 'The profile_url in a JSON object', 'json') }}";
		const check = { resource: 'screening', operation: 'submitAndWait', bodyMode: 'json', bodyJson };
		// Without Simplify, the response can be compared with what the service has.
		const parameters = { ...described, ...check, simplify: false, options };
		const tool = ours('socialBackgroundCheckTool', parameters, service);
		const chat = node(
			'Model',
			'@n8n/n8n-nodes-langchain.lmChatOpenAi',
			{ model: { __rl: true, mode: 'list', value: 'gpt-4.1-mini' }, options: {} },
			{ typeVersion: 1.2, credentials: { openAiApi: { id: model.id, name: model.name } } },
		);
		const thinker = node(
			AGENT,
			'@n8n/n8n-nodes-langchain.agent',
			{ promptType: 'define', text: '=Run {{ $execution.id }}', options: {} },
			{ typeVersion: 3.1 },
		);
		const line = row('Agent', [every(17), thinker]);
		const of = (type: 'ai_languageModel' | 'ai_tool') => ({
			[type]: [[{ node: AGENT, type, index: 0 }]],
		});
		return {
			...line,
			// In n8n's older order, the agent reads nothing of its tools.
			settings: { executionOrder: 'v1' },
			nodes: [...line.nodes, chat, { ...tool, name: TOOL }],
			connections: { ...line.connections, Model: of('ai_languageModel'), [TOOL]: of('ai_tool') },
		};
	},
};

export const workloads: Workload[] = [search, screening, listening, agent];
