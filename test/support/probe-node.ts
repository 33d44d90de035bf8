import type {
	ICredentialType,
	INodeExecutionData,
	INodeType,
	INodeTypeDescription,
	IPollFunctions,
	IAuthenticateGeneric,
	INodeProperties,
} from 'n8n-workflow';
import { NodeConnectionTypes } from 'n8n-workflow';

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

/** The smallest trigger: emits what is new since the last poll. */
export class ProbeTrigger implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Probe Trigger',
		name: 'probeTrigger',
		group: ['trigger'],
		version: 1,
		description: 'Gets a path',
		defaults: { name: 'Probe Trigger' },
		polling: true,
		inputs: [],
		outputs: [NodeConnectionTypes.Main],
		credentials: [{ name: 'probeApi', required: true }],
		properties: [
			{ displayName: 'Path', name: 'path', type: 'string', default: '', required: true },
		],
	};

	async poll(this: IPollFunctions): Promise<INodeExecutionData[][] | null> {
		const state = this.getWorkflowStaticData('node');
		const { baseUrl } = await this.getCredentials<{ baseUrl: string }>('probeApi');
		const url = `${baseUrl}${this.getNodeParameter('path') as string}`;
		const { count } = (await this.helpers.httpRequestWithAuthentication.call(this, 'probeApi', {
			url,
		})) as { count: number };
		state.polls = Number(state.polls ?? 0) + 1;
		if (this.getActivationMode() === 'init') return null;
		if (count === state.seen) return null;
		state.seen = count;
		return [[{ json: { count, mode: this.getMode(), budget: this.getPollBudgetMs?.() } }]];
	}
}
