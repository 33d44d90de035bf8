import type { ICredentialType, INodeType } from 'n8n-workflow';
import { NodeConnectionTypes } from 'n8n-workflow';

/** Breaks a rule with almost every line. */
export const badNode = (name: string): INodeType => ({
	description: {
		displayName: 'Bad',
		name,
		icon: { light: 'file:../../icons/absent.svg', dark: 'file:../../icons/absent.dark.svg' },
		group: ['transform'],
		version: 1,
		description: 'Does a bad thing',
		defaults: { name: 'Bad' },
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
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
});

/** Has no test, and a name that does not say what it is for. */
export const badCredential = (name: string): ICredentialType => ({
	name,
	displayName: 'Bad',
	documentationUrl: 'https://example.com/docs',
	properties: [{ displayName: 'API Token', name: 'apiToken', type: 'string', default: '' }],
});
