import type { IDataObject, INode, INodeParameters } from 'n8n-workflow';

import type { FaultRule, LogEntry } from '../../sandbox';
import { IDEMPOTENCY_HEADER } from '../../sandbox/rules/idempotency';
import type { WorkflowDocument } from '../../scripts/n8n/client';
import { withIds } from '../experiment';
import type { Stage } from '../harness/Harness';
import { screeningItem } from '../harness/service';
import {
	chain,
	fields,
	httpRequest,
	loop,
	pagination,
	postJson,
	queryOf,
	splitOut,
	work,
} from '../harness/workflow';

/** Operations that a fault treats alike. */
export type Class = 'read' | 'paid' | 'wait' | 'watch' | 'submitting';

/** Whose node does the work. */
export const contenders = ['ours', 'oursWithKey', 'http', 'httpRetry'] as const;
export type Contender = (typeof contenders)[number];

export const isOurs = (contender: Contender): boolean =>
	contender === 'ours' || contender === 'oursWithKey';

/** The options of our nodes. */
export const optionsOf = ({ timeout }: Stage, contender: Contender): INodeParameters => ({
	timeout,
	...(contender === 'oursWithKey' && { idempotencyHeader: IDEMPOTENCY_HEADER }),
});

/** An operation that is ready to run. */
export interface Task {
	inputs: IDataObject[];
	/** The first output of its last node holds the good items. */
	workflow(contender: Contender): WorkflowDocument;
	/** The input items that one of these values is of. */
	inputsBy(values: unknown[]): number[];
	/**
	 * What the service has for an input item, in order. `job` is the one that was paid for, and
	 * `answer` the response that named it.
	 */
	truthOf(input: number, job?: string, answer?: string): Promise<Array<IDataObject | undefined>>;
	/** What our nodes add to it. */
	ofOurs?(truth: IDataObject): IDataObject;
	/** The places of the items that the response to a request holds. */
	deliveredBy(entry: LogEntry): number[];
	/** The input item of an item that n8n's own nodes do not pair with it. */
	inputOf?(json: IDataObject): number | undefined;
}

export interface Operation {
	label: string;
	class: Class;
	/** The requests that faults inject. */
	targets: Array<Pick<FaultRule, 'method' | 'path' | 'skip' | 'times'>>;
	/** The requests that an outage affects; all of them unless given. */
	duringOutage?: Pick<FaultRule, 'method'>;
	/** Absent for the trigger, which the runner drives in a way of its own. `count` items, or 5. */
	prepare?(stage: Stage, count?: number): Promise<Task>;
}

/** The path of its paid requests, if it has any. */
export const paidPath = ({ targets }: Operation): string | undefined =>
	targets.find(({ method }) => method === 'POST')?.path;

const ITEMS = 5;
const onError = 'continueErrorOutput' as const;

/** As often as our nodes repeat a request by default. */
const RETRY_ON_FAIL = { retryOnFail: true, maxTries: 4, waitBetweenTries: 1_000 };

/** Profiles of creators that the service knows, then of others. */
function urlsOf({ sandbox }: Stage, count = ITEMS): string[] {
	const { creators } = sandbox.world;
	const known = creators.filter(({ platform }) => !platform.professional).slice(0, count);
	const others = Array.from(
		{ length: count - known.length },
		(_, n) => `https://pictura.example/somebody?item=${n}`,
	);
	return [...known.map(({ url }) => url), ...others];
}

/** The same work for our node, by its type, and for the HTTP Request node. */
interface Work {
	ours: [type: string, parameters: INodeParameters];
	http: INodeParameters;
}

/** The node that does the work. */
function nodeOf(stage: Stage, contender: Contender, { ours, http }: Work): INode {
	const { credential, timeout } = stage;
	const [type, parameters] = ours;
	if (isOurs(contender)) {
		const { options = {}, ...rest } = parameters;
		const all = { ...optionsOf(stage, contender), ...(options as INodeParameters) };
		return work(type, { ...rest, options: all }, credential, { onError });
	}
	const { options = {}, ...rest } = http;
	const all = { timeout: timeout * 1_000, ...(options as INodeParameters) };
	const retry = contender === 'httpRetry' && RETRY_ON_FAIL;
	return httpRequest({ ...rest, options: all }, credential, { onError, ...retry });
}

/** One request per item. */
function perItem(
	stage: Stage,
	inputs: IDataObject[],
	what: Work,
	truthOf: (...of: Parameters<Task['truthOf']>) => Promise<IDataObject | undefined>,
): Task {
	const inputsBy = finder(inputs);
	return {
		inputs,
		inputsBy,
		workflow: (contender) => chain('Cell', [nodeOf(stage, contender, what)], inputs),
		truthOf: async (...of) => [await truthOf(...of)],
		deliveredBy: ({ path, query, body }) =>
			inputsBy([path.split('/').at(-1), ...Object.values({ ...query, ...(body as object) })]),
	};
}

/** Each value is of one input item only. */
function finder(inputs: IDataObject[]): Task['inputsBy'] {
	const places = new Map<unknown, number>(
		inputs.flatMap((input, at) => Object.values(input).map((value) => [value, at] as const)),
	);
	return (values) => values.flatMap((value) => places.get(value) ?? []);
}

const handlesOf = (stage: Stage, count?: number) =>
	urlsOf(stage, count).map((handle) => ({ handle }));

async function readProfiles(stage: Stage, count?: number): Promise<Task> {
	const inputs = handlesOf(stage, count);
	const identifier = '={{ $json.handle }}';
	const read = { resource: 'profile', operation: 'get', sendQuery: true };
	return perItem(
		stage,
		inputs,
		{
			ours: ['creatorSearch', { ...read, query: fields({ identifier }) }],
			http: { url: `${stage.baseUrl}/profiles`, ...queryOf('identifier', identifier) },
		},
		async (input) =>
			await stage.ask(`/profiles?identifier=${encodeURIComponent(inputs[input].handle)}`),
	);
}

async function postContacts(stage: Stage, count?: number): Promise<Task> {
	const inputs = handlesOf(stage, count);
	const bodyJson = '={{ JSON.stringify({ identifier: $json.handle }) }}';
	const contact = { resource: 'contact', operation: 'get', bodyMode: 'json', bodyJson };
	return perItem(
		stage,
		inputs,
		{
			ours: ['creatorSearch', contact],
			http: postJson(`${stage.baseUrl}/contact-info`, bodyJson),
		},
		async (input) => await stage.ask('/contact-info', { identifier: inputs[input].handle }),
	);
}

const PROFILE_BODY = '={{ JSON.stringify({ profile_url: $json.url }) }}';
const profilesOf = (stage: Stage, count?: number) => urlsOf(stage, count).map((url) => ({ url }));

/** Submits a screening, and polls it where the operation does not. */
const screeningBy = ({ baseUrl }: Stage, operation: string, options: INodeParameters = {}) => ({
	submit: {
		ours: [
			'socialBackgroundCheck',
			{ resource: 'screening', operation, bodyMode: 'json', bodyJson: PROFILE_BODY, options },
		] as Work['ours'],
		http: postJson(baseUrl + SCREENING, PROFILE_BODY),
	},
	get: {
		ours: [
			'socialBackgroundCheck',
			{ resource: 'screening', operation, id: '={{ $json.id }}' },
		] as Work['ours'],
		http: { url: `=${baseUrl}/screening/{{ $json.id }}` },
	},
});

async function submit(stage: Stage, count?: number): Promise<Task> {
	const { submit: what } = screeningBy(stage, 'submit');
	return perItem(stage, profilesOf(stage, count), what, async (_input, _job, answer) =>
		answer === undefined ? undefined : (JSON.parse(answer) as IDataObject),
	);
}

async function get(stage: Stage, count?: number): Promise<Task> {
	const inputs = urlsOf(stage, count).map((profile_url) => {
		const { id } = stage.sandbox.jobs.submit('screening', stage.token, { profile_url });
		stage.sandbox.jobs.settle(id, 'finished');
		return { id: String(id) };
	});
	const task = perItem(
		stage,
		inputs,
		screeningBy(stage, 'get').get,
		async (input) => await stage.ask(`/screening/${inputs[input].id}`),
	);
	return { ...task, ofOurs: screeningItem };
}

async function submitAndWait(stage: Stage, count?: number): Promise<Task> {
	const inputs = profilesOf(stage, count);
	const options = { pollInterval: 0.5, maxWait: 300 };
	const { submit: what, get: poll } = screeningBy(stage, 'submitAndWait', options);
	const task = perItem(stage, inputs, what, async (_input, job) =>
		job === undefined ? undefined : await stage.ask(`/screening/${job}`),
	);
	const inputOf = (json: IDataObject): number | undefined => {
		const job = stage.sandbox.jobs.get(jobIdIn(json));
		return task.inputsBy([job?.input.profile_url ?? json.profile_url ?? json.url])[0];
	};
	return {
		...task,
		workflow: (contender) => {
			if (isOurs(contender)) return task.workflow(contender);
			const submitting = nodeOf(stage, contender, what);
			const polling = nodeOf(stage, contender, poll);
			return loop({ submit: submitting, poll: polling, ended: 'SUCCESS', seconds: 1 }, inputs);
		},
		inputOf,
		deliveredBy: ({ method, path, answer = '' }) => {
			const input = inputOf({ id: path.split('/').at(-1) });
			const isEnd = method === 'GET' && answer.includes('"SUCCESS"');
			return isEnd && input !== undefined ? [input] : [];
		},
		ofOurs: screeningItem,
	};
}

const PAGE = 50;

/** All rows of a list, page by page. */
async function allOf(page: (offset: number) => Promise<IDataObject>): Promise<IDataObject[]> {
	const rows: IDataObject[] = [];
	for (;;) {
		const { data } = (await page(rows.length)) as { data: IDataObject[] };
		rows.push(...data);
		if (data.length < PAGE) return rows;
	}
}

/** Rows over several pages, for one input item. `truth` are those that the service has. */
export function rows(stage: Stage, truth: IDataObject[], what: Work): Task {
	return {
		inputs: [{}],
		inputsBy: () => [0],
		workflow: (contender) => {
			const node = nodeOf(stage, contender, what);
			return chain('Cell', isOurs(contender) ? [node] : [node, splitOut()]);
		},
		truthOf: async () => truth,
		deliveredBy: ({ query, body }) => {
			const { offset } = { ...query, ...(body as { offset?: number }) };
			const from = Number(offset ?? 0);
			return [...truth.keys()].slice(from, from + PAGE);
		},
		inputOf: () => 0,
	};
}

async function listComments(stage: Stage): Promise<Task> {
	const [profile_url] = urlsOf(stage);
	const job = stage.sandbox.jobs.submit('purchaseIntent', stage.token, { profile_url });
	stage.sandbox.jobs.settle(job.id, 'finished');
	const id = String(job.id);
	const path = `/purchase-intent/${id}/comments`;
	const comments = { resource: 'comment', operation: 'getMany', id, returnAll: true };
	const page = async (offset: number) => await stage.ask(`${path}?limit=${PAGE}&offset=${offset}`);
	return rows(stage, await allOf(page), {
		ours: ['purchaseIntent', { ...comments, sendQuery: true, query: fields({ limit: PAGE }) }],
		http: {
			url: stage.baseUrl + path,
			...queryOf('limit', String(PAGE)),
			options: pagination('qs', PAGE),
		},
	});
}

async function searchCreators(stage: Stage): Promise<Task> {
	const filter = { follower_count: { min: 60_000 }, limit: PAGE };
	const bodyJson = JSON.stringify(filter);
	const search = { resource: 'creator', operation: 'search', bodyMode: 'json', returnAll: true };
	const page = async (offset: number) => await stage.ask('/discovery', { ...filter, offset });
	return rows(stage, await allOf(page), {
		ours: ['creatorSearch', { ...search, bodyJson }],
		http: {
			...postJson(`${stage.baseUrl}/discovery`, bodyJson),
			options: pagination('body', PAGE),
		},
	});
}

/** Our nodes keep what they know of a job under `job`; the service has its ID at the root. */
function jobIdIn(json: IDataObject): string {
	const { job } = json as { job?: IDataObject };
	return String(job?.id ?? json.id ?? '');
}

const SCREENING = '/screening';
const POLLS = { method: 'GET', path: '/screening/*' };

export const OPERATIONS = {
	syncRead: {
		label: 'Synchronous read',
		class: 'read',
		targets: [{ method: 'GET', path: '/profiles' }],
		prepare: readProfiles,
	},
	syncPost: {
		label: 'Synchronous POST',
		class: 'paid',
		targets: [{ method: 'POST', path: '/contact-info' }],
		prepare: postContacts,
	},
	list: {
		label: 'List with Return All',
		class: 'read',
		targets: [{ method: 'GET', path: '/purchase-intent/*/comments', skip: 1 }],
		prepare: listComments,
	},
	paidList: {
		label: 'Search with Return All, each page a POST',
		class: 'paid',
		targets: [{ method: 'POST', path: '/discovery', skip: 1 }],
		prepare: searchCreators,
	},
	submit: {
		label: 'Submit',
		class: 'paid',
		targets: [{ method: 'POST', path: SCREENING }],
		prepare: submit,
	},
	get: {
		label: 'Get',
		class: 'read',
		targets: [POLLS],
		prepare: get,
	},
	submitAndWait: {
		label: 'Submit and Wait',
		class: 'wait',
		targets: [{ method: 'POST', path: SCREENING, times: 1 }, POLLS],
		duringOutage: { method: 'GET' },
		prepare: submitAndWait,
	},
	triggerWatching: {
		label: 'Trigger that watches',
		class: 'watch',
		targets: [POLLS],
	},
	triggerSubmitting: {
		label: 'Trigger that submits',
		class: 'submitting',
		targets: [{ method: 'POST', path: SCREENING }],
	},
} satisfies Record<string, Operation>;

export const operations = withIds<Operation>(OPERATIONS);
