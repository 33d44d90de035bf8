import type {
	ICredentialType,
	IDataObject,
	IExecuteFunctions,
	INodeExecutionData,
	INodeType,
	INodeTypeDescription,
	IPollFunctions,
	IAuthenticateGeneric,
	INodeProperties,
} from 'n8n-workflow';
import { NodeApiError, NodeConnectionTypes, NodeOperationError } from 'n8n-workflow';

/** A credential like that of the package: a base URL, and the token alone as header. */
export class ProbeApi implements ICredentialType {
	name = 'probeApi';

	displayName = 'Probe API';

	properties: INodeProperties[] = [
		{ displayName: 'Base URL', name: 'baseUrl', type: 'string', default: '' },
		{ displayName: 'Token', name: 'apiToken', type: 'string', default: '' },
		{ displayName: 'Agent', name: 'agent', type: 'string', default: 'probe' },
	];

	authenticate: IAuthenticateGeneric = {
		type: 'generic',
		properties: {
			headers: {
				Authorization: '={{ $credentials.apiToken }}',
				'X-Agent': '={{ $credentials.agent }}',
			},
		},
	};
}

async function get(
	context: IExecuteFunctions | IPollFunctions,
	path: string,
	encoding?: 'arraybuffer',
): Promise<unknown> {
	const { baseUrl } = await context.getCredentials<{ baseUrl: string }>('probeApi');
	const helpers = context.helpers;
	return await helpers.httpRequestWithAuthentication.call(context, 'probeApi', {
		url: `${baseUrl}${path}`,
		encoding,
	});
}

/** The smallest node that uses each part of n8n that the harness has to provide. */
export class Probe implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Probe',
		name: 'probe',
		group: ['transform'],
		version: 1,
		description: 'Gets a path',
		defaults: { name: 'Probe' },
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		usableAsTool: true,
		credentials: [{ name: 'probeApi', required: true }],
		properties: [
			{ displayName: 'Path', name: 'path', type: 'string', default: '', required: true },
			{ displayName: 'File', name: 'file', type: 'boolean', default: false },
		],
	};

	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		const context = this.getContext('node');
		context.tries = Number(context.tries ?? 0) + 1;
		this.logger.info('Probe runs', { tries: context.tries });
		this.addExecutionHints({ message: 'Probed', type: 'info', location: 'outputPane' });

		const results: INodeExecutionData[] = [];
		for (const index of this.getInputData().keys()) {
			const pairedItem = { item: index };
			try {
				const path = this.getNodeParameter('path', index) as string;
				if (this.getNodeParameter('file', index)) {
					const content = Buffer.from((await get(this, path, 'arraybuffer')) as ArrayBuffer);
					const data = await this.helpers.prepareBinaryData(content, 'a.pdf', 'application/pdf');
					results.push({ json: {}, binary: { data }, pairedItem });
				} else {
					results.push({ json: (await get(this, path)) as IDataObject, pairedItem });
				}
			} catch (error) {
				if (!this.continueOnFail()) {
					if (error instanceof NodeApiError) throw error;
					throw new NodeOperationError(this.getNode(), error as Error, { itemIndex: index });
				}
				results.push({ json: { failed: (error as Error).message }, pairedItem });
			}
		}
		return [results];
	}
}

/** The smallest trigger: emits what is new since the last poll. */
export class ProbeTrigger implements INodeType {
	description: INodeTypeDescription = {
		...new Probe().description,
		displayName: 'Probe Trigger',
		name: 'probeTrigger',
		group: ['trigger'],
		polling: true,
		inputs: [],
		usableAsTool: undefined,
	};

	async poll(this: IPollFunctions): Promise<INodeExecutionData[][] | null> {
		const state = this.getWorkflowStaticData('node');
		const { count } = (await get(this, this.getNodeParameter('path') as string)) as {
			count: number;
		};
		state.polls = Number(state.polls ?? 0) + 1;
		if (this.getActivationMode() === 'init') return null;
		if (count === state.seen) return null;
		state.seen = count;
		return [[{ json: { count, mode: this.getMode(), budget: this.getPollBudgetMs?.() } }]];
	}
}
