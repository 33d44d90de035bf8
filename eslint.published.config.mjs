// All that ESLint checks: n8n's default configuration, which has to stay as it is, and the current release of the rules
// that n8n's own nodes follow. The default configuration carries an older one, so the newer has a name of its own here.
import { createRequire } from 'node:module';

import nodesBase from 'eslint-plugin-n8n-nodes-base';
import * as regexp from 'eslint-plugin-regexp';

import n8nDefault from './eslint.config.mjs';

const requireFromNodeCli = createRequire(import.meta.resolve('@n8n/node-cli/eslint'));
const tseslint = requireFromNodeCli('typescript-eslint');

const plugin = {
	plugins: { current: nodesBase },
	languageOptions: {
		parser: tseslint.parser,
		parserOptions: { extraFileExtensions: ['.json'] },
	},
};

/** The exceptions are those of n8n's default configuration, no others. */
const current = ({ rules }, ...exceptions) => {
	const all = { ...rules, ...Object.fromEntries(exceptions.map((name) => [name, 'off'])) };
	return Object.fromEntries(
		Object.entries(all).map(([name, value]) => [
			name.replace('n8n-nodes-base/', 'current/'),
			value,
		]),
	);
};

const { community, credentials, nodes } = nodesBase.configs;

export default [
	...n8nDefault,
	{ ...plugin, files: ['package.json'], rules: current(community) },
	{
		...plugin,
		files: ['credentials/**/*.ts'],
		rules: current(
			credentials,
			'n8n-nodes-base/cred-class-field-documentation-url-miscased',
			'n8n-nodes-base/cred-class-field-type-options-password-missing',
		),
	},
	{
		...plugin,
		files: ['nodes/**/*.ts'],
		rules: current(
			nodes,
			'n8n-nodes-base/node-class-description-inputs-wrong-regular-node',
			'n8n-nodes-base/node-class-description-outputs-wrong',
			'n8n-nodes-base/node-param-type-options-max-value-present',
		),
	},
	// n8n has one thread: an expression that takes the square of a text's length stops everything.
	{
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
