import type { ICredentialType, INodeType } from 'n8n-workflow';
import { NodeConnectionTypes } from 'n8n-workflow';

import type { Loaded } from '../../support/package';
import { classNameOf, packageJson, sourceOf } from '../../support/package';

// They take the places of listed ones, so that the package around them stays consistent.
const [nodeFile] = packageJson.n8n.nodes;
const [credentialFile] = packageJson.n8n.credentials;

const listedName = (published = '') => {
	const name = classNameOf(sourceOf(published));
	return name.charAt(0).toLowerCase() + name.slice(1);
};

/** Breaks a rule with almost every line. */
const badType: INodeType = {
	description: {
		displayName: 'Bad',
		name: listedName(nodeFile),
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

export const badNode = inPlaceOf(nodeFile, badType);
export const badCredential = inPlaceOf(credentialFile, badCredentialType);
