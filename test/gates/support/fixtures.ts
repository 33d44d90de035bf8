import type { ICredentialType, INodeType } from 'n8n-workflow';
import { NodeConnectionTypes } from 'n8n-workflow';

import type { Loaded } from '../../support/package';
import { classNameOf, packageJson, sourceOf } from '../../support/package';

const lowerFirst = (text: string) => text.charAt(0).toLowerCase() + text.slice(1);
const listedName = (published = '') => lowerFirst(classNameOf(sourceOf(published)));

// They take the places of listed ones, so that the package around them stays consistent.
const [goodFile, badFile] = packageJson.n8n.nodes;
const [credentialFile] = packageJson.n8n.credentials;

/** Satisfies all rules. */
const goodType: INodeType = {
	description: {
		displayName: 'Good',
		name: listedName(goodFile),
		icon: {
			light: 'file:../../icons/creatorIntelligence.svg',
			dark: 'file:../../icons/creatorIntelligence.dark.svg',
		},
		group: ['transform'],
		version: 1,
		subtitle: '={{$parameter["operation"]}}',
		description: 'Does a good thing',
		defaults: { name: 'Good' },
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		usableAsTool: true,
		credentials: [{ name: listedName(credentialFile), required: true }],
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
const badType: INodeType = {
	description: {
		...goodType.description,
		name: listedName(badFile),
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

/** Has no test, and a name that does not say what it is for. */
const badCredentialType: ICredentialType = {
	name: listedName(credentialFile),
	displayName: 'Bad',
	documentationUrl: 'https://example.com/docs',
	properties: [{ displayName: 'API Token', name: 'apiToken', type: 'string', default: '' }],
};

function inPlaceOf<T>(published: string | undefined, type: T): Loaded<T> {
	if (published === undefined) throw new Error('package.json lists too little');
	const file = sourceOf(published);
	return { file, className: classNameOf(file), type };
}

export const goodNode = inPlaceOf(goodFile, goodType);
export const badNode = inPlaceOf(badFile, badType);
export const badCredential = inPlaceOf(credentialFile, badCredentialType);
