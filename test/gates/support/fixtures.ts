import type { ICredentialType, INodeType } from 'n8n-workflow';
import { NodeConnectionTypes } from 'n8n-workflow';

import { packageJson, sourceOf, classNameOf } from '../../support/package';

const firstNode = classNameOf(sourceOf(packageJson.n8n.nodes[0] ?? ''));
const name = firstNode.charAt(0).toLowerCase() + firstNode.slice(1);
const icon = { light: 'file:../../icons/creatorIntelligence.svg' } as const;
const credentialClass = classNameOf(sourceOf(packageJson.n8n.credentials[0] ?? ''));
const credentialName = credentialClass.charAt(0).toLowerCase() + credentialClass.slice(1);

/** Satisfies all rules. */
export const goodNode: INodeType = {
	description: {
		displayName: 'Good',
		name,
		icon: { ...icon, dark: 'file:../../icons/creatorIntelligence.dark.svg' },
		group: ['transform'],
		version: 1,
		subtitle: '={{$parameter["operation"]}}',
		description: 'Does a good thing',
		defaults: { name: 'Good' },
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		usableAsTool: true,
		credentials: [{ name: credentialName, required: true }],
		properties: [
			{
				displayName: 'Return All',
				name: 'returnAll',
				type: 'boolean',
				default: false,
				description: 'Whether to return all results or only up to a given limit',
			},
		],
	},
};

/** Breaks a rule with almost every line. */
export const badNode: INodeType = {
	description: {
		...goodNode.description,
		icon: { light: 'file:../../icons/absent.svg', dark: 'file:../../icons/absent.dark.svg' },
		properties: [
			{
				displayName: 'some label',
				name: 'flag',
				type: 'boolean',
				default: false,
				description: 'If this is on, things happen.',
			},
			{
				displayName: 'Choice',
				name: 'choice',
				type: 'options',
				options: ['Zebra', 'Yak', 'Wolf', 'Vole', 'Toad 🐸'].map((label) => ({
					name: label,
					value: label,
				})),
				default: 'Zebra',
			},
			{ displayName: 'Text', name: 'text', type: 'string', default: undefined },
		],
	},
};

export const goodCredential: ICredentialType = {
	name: credentialName,
	displayName: 'Good API',
	icon: {
		light: 'file:../icons/creatorIntelligence.svg',
		dark: 'file:../icons/creatorIntelligence.dark.svg',
	},
	documentationUrl: 'https://example.com/docs',
	properties: [
		{
			displayName: 'API Token',
			name: 'apiToken',
			type: 'string',
			typeOptions: { password: true },
			default: '',
		},
	],
	authenticate: {
		type: 'generic',
		properties: { headers: { Authorization: '={{ $credentials.apiToken }}' } },
	},
	test: { request: { baseURL: 'https://example.com', url: '/ping' } },
};

/** Has no test, and a name that does not say what it is for. */
export const badCredential: ICredentialType = {
	...goodCredential,
	displayName: 'Bad',
	test: undefined,
};
