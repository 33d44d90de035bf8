import type { IDataObject, INode, INodeParameters } from 'n8n-workflow';

import type { FaultRule, LogEntry } from '../../sandbox';
import { IDEMPOTENCY_HEADER } from '../../sandbox/rules/idempotency';
import type { WorkflowDocument } from '../../scripts/n8n/client';
import type { Item } from '../harness/executions';
import type { Stage } from '../harness/Harness';
import {
	chain,
	ENDED,
	fields,
	httpRequest,
	loop,
	pagination,
	postJson,
	SPLIT,
	splitOut,
	WORK,
	work,
} from '../harness/workflow';
import type { Wanted } from '../judge/judge';
import type { Class } from './faults';

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
	wanted: Wanted[];
	/** The workflow; undefined where that node cannot do this work. */
	workflow(contender: Contender): WorkflowDocument | undefined;
	/** The node whose first output holds the good items. */
	last(contender: Contender): string;
	/** Which of the wanted items this is. */
	keyOf(item: Item): string | undefined;
	/** What the service has for it; all of that must be in the item. */
	truthOf(item: Item): Promise<IDataObject | undefined>;
	/** The wanted items that the answer to a request holds. */
	deliveredBy(entry: LogEntry): string[];
	/** The input item that an item without a pair belongs to. */
	inputOf?(json: IDataObject): number | undefined;
}

export interface Operation {
	id: string;
	label: string;
	class: Class;
	/** The requests that faults inject. */
	targets: Array<Pick<FaultRule, 'method' | 'path' | 'skip' | 'times'>>;
	/** The requests that an outage affects; all of them unless given. */
	duringOutage?: Pick<FaultRule, 'method'>;
	/** Paid requests. */
	paid?: string;
	/** Absent for the trigger, which the runner drives in a way of its own. */
	prepare?(stage: Stage): Promise<Task>;
	isShort?: boolean;
}

const ITEMS = 5;
const HTTP = 'HTTP Request';
const onError = 'continueErrorOutput' as const;

/** As often as our nodes repeat a request by default. */
const RETRY_ON_FAIL = { retryOnFail: true, maxTries: 4, waitBetweenTries: 1_000 };

const creatorsOf = ({ sandbox }: Stage) =>
	sandbox.world.creators.filter(({ platform }) => !platform.professional).slice(0, ITEMS);

const one = (
	stage: Stage,
	contender: Contender,
	type: string,
	parameters: INodeParameters,
): INode => {
	const { options = {}, ...rest } = parameters;
	const all = { ...optionsOf(stage, contender), ...(options as INodeParameters) };
	return work(type, { ...rest, options: all }, stage.credential, { onError });
};

const http = (
	{ credential, timeout }: Stage,
	contender: Contender,
	{ options = {}, ...rest }: INodeParameters,
): INode =>
	httpRequest(
		{ ...rest, options: { timeout: timeout * 1_000, ...(options as INodeParameters) } },
		credential,
		{ onError, ...(contender === 'httpRetry' && RETRY_ON_FAIL) },
	);

/** One request per item. */
function perItem(
	inputs: IDataObject[],
	nodes: Record<'ours' | 'http', (contender: Contender) => INode>,
	truthOf: (input: number, item: Item) => Promise<IDataObject | undefined>,
): Task {
	return {
		inputs,
		wanted: inputs.map((_, input) => ({ key: String(input), input })),
		workflow: (contender) =>
			chain('Cell', [isOurs(contender) ? nodes.ours(contender) : nodes.http(contender)], inputs),
		last: (contender) => (isOurs(contender) ? WORK : HTTP),
		keyOf: ({ input }) => (input === undefined ? undefined : String(input)),
		truthOf: async (item) =>
			item.input === undefined ? undefined : await truthOf(item.input, item),
		deliveredBy: ({ path, query, body }) => {
			const sent = [path.split('/').at(-1), ...Object.values({ ...query, ...(body as object) })];
			const isOf = (input: IDataObject) => Object.values(input).some((it) => sent.includes(it));
			return inputs.flatMap((input, at) => (isOf(input) ? [String(at)] : []));
		},
	};
}

async function readProfiles(stage: Stage): Promise<Task> {
	const inputs = creatorsOf(stage).map(({ url }) => ({ handle: url }));
	const identifier = '={{ $json.handle }}';
	return perItem(
		inputs,
		{
			ours: (contender) =>
				one(stage, contender, 'creatorSearch', {
					resource: 'profile',
					operation: 'get',
					sendQuery: true,
					query: fields({ identifier }),
				}),
			http: (contender) =>
				http(stage, contender, {
					url: `${stage.baseUrl}/profiles`,
					sendQuery: true,
					queryParameters: { parameters: [{ name: 'identifier', value: identifier }] },
				}),
		},
		async (input) =>
			await stage.ask(`/profiles?identifier=${encodeURIComponent(inputs[input].handle)}`),
	);
}

async function postContacts(stage: Stage): Promise<Task> {
	const inputs = creatorsOf(stage).map(({ url }) => ({ handle: url }));
	const body = '={{ JSON.stringify({ identifier: $json.handle }) }}';
	return perItem(
		inputs,
		{
			ours: (contender) =>
				one(stage, contender, 'creatorSearch', {
					resource: 'contact',
					operation: 'get',
					bodyMode: 'json',
					bodyJson: body,
				}),
			http: (contender) => http(stage, contender, postJson(`${stage.baseUrl}/contact-info`, body)),
		},
		async (input) => await stage.ask('/contact-info', { identifier: inputs[input].handle }),
	);
}

const PROFILE_BODY = '={{ JSON.stringify({ profile_url: $json.url }) }}';

const profilesOf = (stage: Stage) => creatorsOf(stage).map(({ url }) => ({ url }));

async function submit(stage: Stage): Promise<Task> {
	const inputs = profilesOf(stage);
	return perItem(
		inputs,
		{
			ours: (contender) =>
				one(stage, contender, 'socialBackgroundCheck', {
					resource: 'screening',
					operation: 'submit',
					bodyMode: 'json',
					bodyJson: PROFILE_BODY,
				}),
			http: (contender) =>
				http(stage, contender, postJson(`${stage.baseUrl}/screening`, PROFILE_BODY)),
		},
		async (input, { json }) => {
			const job = stage.sandbox.jobs.get(jobIdIn(json));
			return job?.input.profile_url === inputs[input].url ? { id: job.id } : undefined;
		},
	);
}

async function get(stage: Stage): Promise<Task> {
	const inputs = creatorsOf(stage).map(({ url }) => {
		const { id } = stage.sandbox.jobs.submit('screening', stage.token, { profile_url: url });
		stage.sandbox.jobs.settle(id, 'finished');
		return { id: String(id) };
	});
	return perItem(
		inputs,
		{
			ours: (contender) =>
				one(stage, contender, 'socialBackgroundCheck', {
					resource: 'screening',
					operation: 'get',
					id: '={{ $json.id }}',
				}),
			http: (contender) =>
				http(stage, contender, { url: `=${stage.baseUrl}/screening/{{ $json.id }}` }),
		},
		async (input) => await stage.ask(`/screening/${inputs[input].id}`),
	);
}

async function submitAndWait(stage: Stage): Promise<Task> {
	const inputs = profilesOf(stage);
	const inputOf = (json: IDataObject): number | undefined => {
		const job = stage.sandbox.jobs.get(jobIdIn(json));
		const url = job?.input.profile_url ?? json.profile_url ?? json.url;
		const input = inputs.findIndex((each) => each.url === url);
		return input < 0 ? undefined : input;
	};
	const node = (contender: Contender) =>
		one(stage, contender, 'socialBackgroundCheck', {
			resource: 'screening',
			operation: 'submitAndWait',
			bodyMode: 'json',
			bodyJson: PROFILE_BODY,
			options: { pollInterval: 0.5, maxWait: 300 },
		});
	const key = ({ json }: Item) => {
		const input = inputOf(json);
		return input === undefined ? undefined : String(input);
	};
	return {
		inputs,
		wanted: inputs.map((_, input) => ({ key: String(input), input })),
		workflow: (contender) =>
			isOurs(contender)
				? chain('Cell', [node(contender)], inputs)
				: loop(
						{
							submit: http(stage, contender, postJson(`${stage.baseUrl}/screening`, PROFILE_BODY)),
							poll: http(stage, contender, { url: `=${stage.baseUrl}/screening/{{ $json.id }}` }),
							ended: 'SUCCESS',
							seconds: 1,
						},
						inputs,
					),
		last: (contender) => (isOurs(contender) ? WORK : ENDED),
		keyOf: key,
		inputOf,
		deliveredBy: ({ method, path, answer = '' }) => {
			const input = inputOf({ id: path.split('/').at(-1) });
			const isEnd = method === 'GET' && answer.includes('"SUCCESS"');
			return isEnd && input !== undefined ? [String(input)] : [];
		},
		truthOf: async (item) => {
			const input = key(item);
			const truth = await stage.ask(`/screening/${jobIdIn(item.json)}`);
			return input !== undefined && truth.profile_url === inputs[Number(input)].url
				? truth
				: undefined;
		},
	};
}

const PAGE = 50;

/** Rows over several pages, for one input item. */
async function rows(
	/** One page, as the service has it. */
	page: (offset: number) => Promise<IDataObject>,
	nodes: Record<'ours' | 'http', (contender: Contender) => INode>,
): Promise<Task> {
	const truth = new Map<string, IDataObject>();
	for (let offset = 0; ; offset += PAGE) {
		const { data } = (await page(offset)) as { data: IDataObject[] };
		for (const row of data) truth.set(String(row.id), row);
		if (data.length < PAGE) break;
	}
	return {
		inputs: [{}],
		wanted: [...truth.keys()].map((key) => ({ key, input: 0 })),
		workflow: (contender) =>
			chain(
				'Cell',
				isOurs(contender) ? [nodes.ours(contender)] : [nodes.http(contender), splitOut()],
			),
		last: (contender) => (isOurs(contender) ? WORK : SPLIT),
		keyOf: ({ json }) => String(json.id),
		truthOf: async ({ json }) => truth.get(String(json.id)),
		deliveredBy: ({ query, body }) => {
			const { offset } = { ...query, ...(body as { offset?: number }) };
			const from = Number(offset ?? 0);
			return [...truth.keys()].slice(from, from + PAGE);
		},
		inputOf: () => 0,
	};
}

async function listComments(stage: Stage): Promise<Task> {
	const [{ url }] = creatorsOf(stage);
	const { id } = stage.sandbox.jobs.submit('purchaseIntent', stage.token, { profile_url: url });
	stage.sandbox.jobs.settle(id, 'finished');
	const path = `/purchase-intent/${id}/comments`;
	return await rows(async (offset) => await stage.ask(`${path}?limit=${PAGE}&offset=${offset}`), {
		ours: (contender) =>
			one(stage, contender, 'purchaseIntent', {
				resource: 'comment',
				operation: 'getMany',
				id: String(id),
				returnAll: true,
				sendQuery: true,
				query: fields({ limit: PAGE }),
			}),
		http: (contender) =>
			http(stage, contender, {
				url: stage.baseUrl + path,
				sendQuery: true,
				queryParameters: { parameters: [{ name: 'limit', value: String(PAGE) }] },
				options: pagination('qs', PAGE),
			}),
	});
}

async function searchCreators(stage: Stage): Promise<Task> {
	const filter = { follower_count: { min: 60_000 }, limit: PAGE };
	return await rows(async (offset) => await stage.ask('/discovery', { ...filter, offset }), {
		ours: (contender) =>
			one(stage, contender, 'creatorSearch', {
				resource: 'creator',
				operation: 'search',
				bodyMode: 'json',
				bodyJson: JSON.stringify(filter),
				returnAll: true,
			}),
		http: (contender) =>
			http(stage, contender, {
				...postJson(`${stage.baseUrl}/discovery`, JSON.stringify(filter)),
				options: pagination('body', PAGE),
			}),
	});
}

/** Our nodes keep what they know of a job under `job`; the service has its ID at the root. */
function jobIdIn(json: IDataObject): string {
	const { job } = json as { job?: IDataObject };
	return String(job?.id ?? json.id ?? '');
}

const SCREENING = '/screening';
const POLLS = { method: 'GET', path: '/screening/*' };

export const operations: Operation[] = [
	{
		id: 'syncRead',
		label: 'Synchronous read',
		class: 'read',
		targets: [{ method: 'GET', path: '/profiles' }],
		prepare: readProfiles,
		isShort: true,
	},
	{
		id: 'syncPost',
		label: 'Synchronous POST',
		class: 'paid',
		targets: [{ method: 'POST', path: '/contact-info' }],
		paid: '/contact-info',
		prepare: postContacts,
		isShort: true,
	},
	{
		id: 'list',
		label: 'List with Return All',
		class: 'read',
		targets: [{ method: 'GET', path: '/purchase-intent/*/comments', skip: 1 }],
		prepare: listComments,
	},
	{
		id: 'paidList',
		label: 'Search with Return All, each page a POST',
		class: 'paid',
		targets: [{ method: 'POST', path: '/discovery', skip: 1 }],
		paid: '/discovery',
		prepare: searchCreators,
		isShort: true,
	},
	{
		id: 'submit',
		label: 'Submit',
		class: 'paid',
		targets: [{ method: 'POST', path: SCREENING }],
		paid: SCREENING,
		prepare: submit,
	},
	{
		id: 'get',
		label: 'Get',
		class: 'read',
		targets: [POLLS],
		prepare: get,
	},
	{
		id: 'submitAndWait',
		label: 'Submit and Wait',
		class: 'wait',
		targets: [{ method: 'POST', path: SCREENING, times: 1 }, POLLS],
		duringOutage: { method: 'GET' },
		paid: SCREENING,
		prepare: submitAndWait,
		isShort: true,
	},
	{
		id: 'triggerWatching',
		label: 'Trigger that watches',
		class: 'watch',
		targets: [POLLS],
	},
	{
		id: 'triggerSubmitting',
		label: 'Trigger that submits',
		class: 'submitting',
		targets: [{ method: 'POST', path: SCREENING }],
		paid: SCREENING,
	},
];
