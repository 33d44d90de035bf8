import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

import type { INodeProperties, INodeType } from 'n8n-workflow';

import {
	loadCredentialSources,
	type Loaded,
	loadNodeSources,
	packageJson,
} from '../engine/package';
import { badCredential, badNode } from './support/fixtures';
import { lintFolders } from './support/lint';
import { type RenderedPackage, writeRenderedPackage } from './support/render';

type Entry = NonNullable<INodeProperties['options']>[number];

/**
 * n8n wants long lists in the order of the alphabet. Here, the most wanted entries come first: in
 * its panel of actions, and in collections. n8n wants limits of 50; the pages of some lists are paid for.
 */
function asExpected(loaded: Loaded<INodeType>): Loaded<INodeType> {
	const { description } = loaded.type;
	const all = description.properties.map(sorted) as INodeProperties[];
	const isPaid = ({ name, default: initial }: INodeProperties) =>
		name === 'limit' && initial === 10;
	const properties = all.map((each) => (isPaid(each) ? { ...each, default: 50 } : each));
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

let published: RenderedPackage;
let inPublished: string[];
let inFixtures: string[];

beforeAll(async () => {
	published = {
		nodes: (await loadNodeSources()).map(asExpected),
		credentials: await loadCredentialSources(),
	};
	const [node] = published.nodes;
	const [credential] = published.credentials;
	// They take the places of listed ones, so that the package around them stays consistent.
	const fixtures: RenderedPackage = {
		nodes: [{ ...node, type: badNode(node.type.description.name) }],
		credentials: [{ ...credential, type: badCredential(credential.type.name) }],
	};
	const folders = [published, fixtures].map(writeRenderedPackage);
	writeFileSync(join(folders[1], 'nodes/slow.ts'), SLOW);
	[inPublished, inFixtures] = await lintFolders(folders);
});

// The catalogue generates most of each description, out of sight of rules that read literals.
describe('descriptions, written out as literals', () => {
	it("satisfy n8n's rules", () => {
		expect(published.nodes).toHaveLength(packageJson.n8n.nodes.length);
		expect(inPublished).toEqual([]);
	});
});

it('the check itself finds what breaks a rule', () => {
	expect(inFixtures.map((problem) => problem.split(': ')[0])).toEqual(
		expect.arrayContaining([
			'@n8n/community-nodes/icon-validation',
			'@n8n/community-nodes/no-emoji-in-options',
			'@n8n/community-nodes/credential-password-field',
			'@n8n/community-nodes/credential-test-required',
			'n8n-nodes-base/node-param-description-boolean-without-whether',
			'current/cred-class-field-display-name-missing-api',
			'current/node-param-default-missing',
			'current/node-param-description-boolean-without-whether',
			'current/node-param-description-excess-final-period',
			'current/node-param-display-name-miscased',
			'current/node-param-options-type-unsorted-items',
			'regexp/no-super-linear-backtracking',
			'regexp/no-super-linear-move',
		]),
	);
});
