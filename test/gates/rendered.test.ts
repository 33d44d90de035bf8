import { writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';

import type { INodeProperties, INodeType } from 'n8n-workflow';

import {
	loadCredentialSources,
	type Loaded,
	loadNodeSources,
	packageJson,
	projectRoot,
} from '../support/package';
import { badCredential, badNode, goodNode } from './support/fixtures';
import {
	type LintProblem,
	describeProblems,
	lintFolders,
	N8N_CONFIG,
	NODES_BASE_CONFIG,
} from './support/lint';
import { literal } from './support/literal';
import { type RenderedPackage, renderNode, writeRenderedPackage } from './support/render';

type Entry = NonNullable<INodeProperties['options']>[number];

/**
 * n8n wants long lists in the order of the alphabet. Here, the most wanted entries come first: in
 * its panel of actions, and in collections.
 */
function withSortedLists(loaded: Loaded<INodeType>): Loaded<INodeType> {
	const { description } = loaded.type;
	const properties = description.properties.map(sorted) as INodeProperties[];
	return { ...loaded, type: { ...loaded.type, description: { ...description, properties } } };
}

function sorted(entry: Entry): Entry {
	const labelOf = (each: Entry) => ('displayName' in each ? each.displayName : each.name);
	const inOrder = (entries: Entry[]) =>
		entries
			.map(sorted)
			.sort((a, b) => (labelOf(a).toLowerCase() < labelOf(b).toLowerCase() ? -1 : 1));
	if ('values' in entry) return { ...entry, values: inOrder(entry.values) as INodeProperties[] };
	if (!('options' in entry) || entry.options === undefined) return entry;
	return { ...entry, options: inOrder(entry.options) };
}

/** The first takes the square of a row of blanks, the second that of a row of braces. */
const SLOW = 'export const slow = [/^\\s*x?\\s*$/, /\\{[^}]*\\}/];\n';

const CONFIGS = [N8N_CONFIG, NODES_BASE_CONFIG];
const fixtures: RenderedPackage = { nodes: [goodNode, badNode], credentials: [badCredential] };

let published: RenderedPackage;
/** What each configuration finds. */
let inPublished: Record<string, LintProblem[]>;
let inFixtures: Record<string, LintProblem[]>;

beforeAll(async () => {
	published = {
		nodes: (await loadNodeSources()).map(withSortedLists),
		credentials: await loadCredentialSources(),
	};
	const folders = [published, fixtures].map(writeRenderedPackage);
	writeFileSync(join(folders[1], 'nodes/slow.ts'), SLOW);
	const found = await lintFolders(
		folders.flatMap((folder) => CONFIGS.map((config) => ({ folder, config }))),
	);
	const byConfig = (first: number) =>
		Object.fromEntries(CONFIGS.map((config, at) => [config, found[first + at]]));
	inPublished = byConfig(0);
	inFixtures = byConfig(CONFIGS.length);
});

// The catalogue generates most of each description, out of sight of rules that read literals.
describe('descriptions, written out as literals', () => {
	it.each(CONFIGS)('satisfy %s', (config) => {
		expect(published.nodes).toHaveLength(packageJson.n8n.nodes.length);
		expect(describeProblems(inPublished[config])).toEqual([]);
	});
});

describe('the check itself', () => {
	it.each([
		[
			N8N_CONFIG,
			[
				'@n8n/community-nodes/icon-validation',
				'@n8n/community-nodes/no-emoji-in-options',
				'@n8n/community-nodes/credential-password-field',
				'@n8n/community-nodes/credential-test-required',
				'n8n-nodes-base/node-param-description-boolean-without-whether',
			],
		],
		[
			NODES_BASE_CONFIG,
			[
				'n8n-nodes-base/cred-class-field-display-name-missing-api',
				'n8n-nodes-base/node-param-default-missing',
				'n8n-nodes-base/node-param-description-boolean-without-whether',
				'n8n-nodes-base/node-param-description-excess-final-period',
				'n8n-nodes-base/node-param-display-name-miscased',
				'n8n-nodes-base/node-param-options-type-unsorted-items',
				'regexp/no-super-linear-backtracking',
				'regexp/no-super-linear-move',
			],
		],
	])('finds what breaks %s, and nothing else', (config, expected) => {
		const problems = inFixtures[config];
		const good = relative(projectRoot, goodNode.file);

		expect(describeProblems(problems.filter(({ file }) => file === good))).toEqual([]);
		expect(problems.map(({ rule }) => rule)).toEqual(expect.arrayContaining(expected));
	});

	it('renders constants, quotes and line breaks as source', () => {
		expect(literal({ a: 'it\'s "so"\n', 'b-c': [1, null, true], d: undefined, e: {} })).toBe(
			`{\n\ta: 'it\\'s "so"\\n',\n\t'b-c': [\n\t\t1,\n\t\tnull,\n\t\ttrue,\n\t],\n\te: {},\n}`,
		);
		expect(renderNode(goodNode)).toContain('NodeConnectionTypes.Main');
		expect(() => literal(() => 1)).toThrow('cannot hold');
	});
});
