import { readFileSync } from 'node:fs';
import { join, relative } from 'node:path';

import type { ICredentialType, INodeType } from 'n8n-workflow';

import type { Loaded } from '../support/package';
import {
	classNameOf,
	loadCredentialSources,
	loadNodeSources,
	packageJson,
	projectRoot,
	sourceOf,
} from '../support/package';
import { badCredential, badNode, goodCredential, goodNode } from './support/fixtures';
import type { LintProblem } from './support/lint';
import { describeProblems, lintFolder, N8N_CONFIG, NODES_BASE_CONFIG } from './support/lint';
import { literal } from './support/literal';
import type { RenderedPackage } from './support/render';
import { renderNode, writeRenderedPackage } from './support/render';

const CONFIGS = [N8N_CONFIG, NODES_BASE_CONFIG];

// Takes the place of the first listed node, so that the package stays consistent.
function listed<T>(published: string | undefined, type: T): Loaded<T> {
	if (published === undefined) throw new Error('package.json lists nothing');
	const file = sourceOf(published);
	return { file, className: classNameOf(file), type };
}

const fixture = (node: INodeType, credential: ICredentialType): RenderedPackage => ({
	nodes: [listed(packageJson.n8n.nodes[0], node)],
	credentials: [listed(packageJson.n8n.credentials[0], credential)],
});

async function lintRendered(rendered: RenderedPackage, config: string): Promise<LintProblem[]> {
	return await lintFolder(writeRenderedPackage(rendered), config);
}

describe('descriptions, written out as literals', () => {
	it.each(CONFIGS)('satisfy %s', async (config) => {
		const rendered = { nodes: await loadNodeSources(), credentials: await loadCredentialSources() };
		expect(rendered.nodes.length).toBe(packageJson.n8n.nodes.length);

		expect(describeProblems(await lintRendered(rendered, config))).toEqual([]);
	});
});

describe('the check itself', () => {
	const inFiles = (problems: LintProblem[]) =>
		problems.filter(({ file }) => file !== 'package.json').map(({ rule }) => rule);

	it.each(CONFIGS)('accepts a good package: %s', async (config) => {
		const problems = await lintRendered(fixture(goodNode, goodCredential), config);
		expect(describeProblems(problems.filter(({ file }) => file !== 'package.json'))).toEqual([]);
	});

	it("finds what breaks n8n's own rules", async () => {
		const problems = await lintRendered(fixture(badNode, badCredential), N8N_CONFIG);
		expect(inFiles(problems)).toEqual(
			expect.arrayContaining([
				'@n8n/community-nodes/icon-validation',
				'@n8n/community-nodes/no-emoji-in-options',
				'@n8n/community-nodes/credential-test-required',
				'n8n-nodes-base/node-param-description-boolean-without-whether',
			]),
		);
	});

	it('finds what breaks the rules of the nodes in n8n', async () => {
		const problems = await lintRendered(fixture(badNode, badCredential), NODES_BASE_CONFIG);
		expect(inFiles(problems)).toEqual(
			expect.arrayContaining([
				'n8n-nodes-base/node-param-default-missing',
				'n8n-nodes-base/node-param-description-boolean-without-whether',
				'n8n-nodes-base/node-param-description-excess-final-period',
				'n8n-nodes-base/node-param-display-name-miscased',
				'n8n-nodes-base/node-param-options-type-unsorted-items',
				'n8n-nodes-base/cred-class-field-display-name-missing-api',
			]),
		);
	});

	it('renders constants, quotes and line breaks as source', () => {
		expect(literal({ a: 'it\'s "so"\n', 'b-c': [1, null, true], d: undefined, e: {} })).toBe(
			`{\n\ta: 'it\\'s "so"\\n',\n\t'b-c': [\n\t\t1,\n\t\tnull,\n\t\ttrue,\n\t],\n\te: {},\n}`,
		);
		expect(renderNode(listed('dist/nodes/Good/Good.node.js', goodNode))).toContain(
			'NodeConnectionTypes.Main',
		);
		expect(() => literal(() => 1)).toThrow('cannot hold');
	});

	it('writes files where the project has them', async () => {
		const folder = writeRenderedPackage(fixture(goodNode, goodCredential));
		const file = relative(projectRoot, sourceOf(packageJson.n8n.nodes[0] ?? ''));
		expect(readFileSync(join(folder, file), 'utf8')).toContain('description: INodeTypeDescription');
	});
});
