import { Readable } from 'node:stream';

import type {
	DeduplicationScope,
	IBinaryData,
	IContextObject,
	ICheckProcessedOptions,
	IDataObject,
	IExecuteFunctions,
	IHttpRequestOptions,
	INode,
	INodeParameters,
	NodeExecutionHint,
	WorkflowExecuteMode,
} from 'n8n-workflow';

import type { CredentialData } from '../../../../nodes/shared/transport/httpClient';
import { withGroups } from '../../../support/options';
import { ProcessedStore } from '../../../support/processed';

export const BASE_URL = 'https://api.example.com';
export const CREDENTIAL: CredentialData = { baseUrl: BASE_URL, apiToken: 'token-1234567890' };

export interface Sent {
	method: string;
	path: string;
	body?: IDataObject;
	token: unknown;
}

/** What the service returns: a value, or a status with one. */
export type Answer = (sent: Sent) => unknown;

export interface Circumstances {
	parameters?: INodeParameters;
	inputs?: IDataObject[];
	node?: Partial<INode>;
	/** By the index of the item, which may be one that does not exist. */
	credentialOf?: (index: number) => CredentialData;
	answer?: Answer;
	/** What n8n keeps for the node between the tries and runs of an execution. */
	kept?: IContextObject;
	store?: ProcessedStore;
	mode?: WorkflowExecuteMode;
	runIndex?: number;
	isTool?: boolean;
	stop?: AbortSignal;
	/** n8n has no room for files. */
	isFull?: boolean;
}

export class Rejection {
	constructor(
		readonly status: number,
		readonly body: unknown = {},
	) {}
}

/** Stands in for n8n: `={{ $json.name }}` is the only expression that it knows. */
export function contextOf(circumstances: Circumstances = {}) {
	const { parameters = {}, inputs = [{}], kept = {}, mode = 'trigger' } = circumstances;
	const { credentialOf = () => CREDENTIAL, answer = () => ({}) } = circumstances;
	const { store = new ProcessedStore() } = circumstances;
	const node: INode = {
		id: 'n',
		name: 'Node',
		type: 'node',
		typeVersion: 1,
		position: [0, 0],
		credentials: { creatorIntelligenceApi: { id: '1', name: 'Credential' } },
		...circumstances.node,
		parameters: withGroups(parameters),
	};
	const sent: Sent[] = [];
	const hints: NodeExecutionHint[] = [];
	const log: string[] = [];
	const readCredentials: number[] = [];
	const resolve = (entered: unknown, index: number): unknown => {
		if (typeof entered === 'string') {
			const name = /^=\{\{ \$json\.(\w+) \}\}$/.exec(entered)?.[1];
			return name === undefined ? entered : inputs[index]?.[name];
		}
		if (Array.isArray(entered)) return entered.map((each) => resolve(each, index));
		if (typeof entered !== 'object' || entered === null) return entered;
		const parts = Object.entries(entered).map(([key, each]) => [key, resolve(each, index)]);
		return Object.fromEntries(parts);
	};
	const request = async (options: IHttpRequestOptions, token?: unknown) => {
		const { method = 'GET', url, body } = options;
		const asked: Sent = {
			method,
			path: url.replace(BASE_URL, ''),
			...(typeof body === 'string' && { body: JSON.parse(body) as IDataObject }),
			token,
		};
		sent.push(asked);
		const answered = await answer(asked);
		if (answered instanceof Error) throw answered;
		const rejected = answered instanceof Rejection ? answered : undefined;
		const text = JSON.stringify(rejected === undefined ? answered : rejected.body);
		return {
			statusCode: rejected?.status ?? 200,
			headers: { 'content-type': 'application/json' },
			body: Readable.from([Buffer.from(text)]),
		};
	};
	const place = { workflow: { id: 'w', active: true }, node };
	type Keys = Array<string | number>;
	const helpers = {
		httpRequest: async (options: IHttpRequestOptions) => await request(options),
		httpRequestWithAuthentication: async (
			_: string,
			options: IHttpRequestOptions,
			given?: { credentialsDecrypted?: { data?: IDataObject } },
		) => await request(options, given?.credentialsDecrypted?.data?.apiToken),
		prepareBinaryData: async (bytes: Buffer, fileName?: string, mimeType = '') =>
			circumstances.isFull
				? await Promise.reject(new Error('The disk is full'))
				: await Promise.resolve<IBinaryData>({ data: String(bytes), fileName, mimeType }),
		checkProcessedAndRecord: async (
			keys: Keys,
			scope: DeduplicationScope,
			options: ICheckProcessedOptions,
		) => await store.checkProcessedAndRecord(keys, scope, place, options),
		removeProcessed: async (keys: Keys, scope: DeduplicationScope) =>
			await store.removeProcessed(keys, scope, place),
	};
	const fake: Partial<IExecuteFunctions> = {
		getNode: () => node,
		getInputData: () => inputs.map((json) => ({ json })),
		getNodeParameter: (name: string, index: number, fallback?: unknown) =>
			(name in node.parameters ? resolve(node.parameters[name], index) : fallback) as never,
		evaluateExpression: (expression: string, index: number) =>
			(expression === '{{ $runIndex }}'
				? (circumstances.runIndex ?? 0)
				: resolve(`=${expression}`, index)) as never,
		getCredentials: async (_: string, index = 0) => {
			readCredentials.push(index);
			return await Promise.resolve(credentialOf(index) as never);
		},
		getContext: () => kept,
		getMode: () => mode,
		continueOnFail: () =>
			['continueRegularOutput', 'continueErrorOutput'].includes(node.onError ?? ''),
		getExecutionCancelSignal: () => circumstances.stop,
		isToolExecution: () => circumstances.isTool === true,
		addExecutionHints: (...added) => void hints.push(...added),
		sendMessageToUI: () => undefined,
		logger: {
			error: (text) => void log.push(text),
			warn: (text) => void log.push(text),
			info: (text) => void log.push(text),
			debug: (text) => void log.push(text),
		},
		helpers: helpers as never,
	};
	return {
		context: fake as IExecuteFunctions,
		sent,
		/** The texts that the editor shows. */
		said: () => hints.map(({ message }) => message),
		log,
		readCredentials,
		kept,
		store,
	};
}
