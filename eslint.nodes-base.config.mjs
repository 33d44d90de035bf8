// The second half of n8n's linting: the current release of the rules that n8n's own nodes follow.
// n8n's default configuration, which has to stay as it is, carries an older one.
import { createRequire } from 'node:module';

import nodesBase from 'eslint-plugin-n8n-nodes-base';
import * as regexp from 'eslint-plugin-regexp';

const requireFromNodeCli = createRequire(import.meta.resolve('@n8n/node-cli/eslint'));
const tseslint = requireFromNodeCli('typescript-eslint');

const { community, credentials, nodes } = nodesBase.configs;

const plugin = {
	plugins: { 'n8n-nodes-base': nodesBase },
	languageOptions: {
		parser: tseslint.parser,
		parserOptions: { extraFileExtensions: ['.json'] },
	},
};

// The exceptions are those of n8n's default configuration, no others.
export default [
	{ ignores: ['dist'] },
	{ ...plugin, files: ['package.json'], rules: community.rules },
	{
		...plugin,
		files: ['credentials/**/*.ts'],
		rules: {
			...credentials.rules,
			'n8n-nodes-base/cred-class-field-documentation-url-miscased': 'off',
			'n8n-nodes-base/cred-class-field-type-options-password-missing': 'off',
		},
	},
	{
		...plugin,
		files: ['nodes/**/*.ts'],
		rules: {
			...nodes.rules,
			'n8n-nodes-base/node-class-description-inputs-wrong-regular-node': 'off',
			'n8n-nodes-base/node-class-description-outputs-wrong': 'off',
			'n8n-nodes-base/node-param-type-options-max-value-present': 'off',
		},
	},
	// n8n has one thread: an expression that takes the square of a text's length stops everything.
	{
		...plugin,
		files: ['nodes/**/*.ts', 'credentials/**/*.ts'],
		plugins: { regexp },
		rules: {
			'regexp/no-super-linear-backtracking': ['error', { report: 'potential' }],
			'regexp/no-super-linear-move': [
				'error',
				{ report: 'potential', ignorePartial: false, ignoreSticky: false },
			],
		},
	},
];
