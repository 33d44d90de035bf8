import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { NodeHelpers } from 'n8n-workflow';

import type { WorkflowDocument } from '../../scripts/n8n/client';
import { packageName } from '../../scripts/n8n/paths';
import { exampleFiles, examplesFolder } from '../../scripts/start/examples';
import { areas } from '../nodes/areas';

const read = (file: string): WorkflowDocument =>
	JSON.parse(readFileSync(join(examplesFolder, file), 'utf8')) as WorkflowDocument;

const types = new Map(
	areas.map(({ node: { description } }) => [`${packageName}.${description.name}`, description]),
);

const isNote = ({ type }: { type: string }) => type.endsWith('.stickyNote');

/** Expressions in parameters, at any depth. */
function expressionsIn(value: unknown): string[] {
	if (typeof value === 'string') return value.startsWith('=') ? [value] : [];
	return typeof value === 'object' && value !== null
		? Object.values(value).flatMap(expressionsIn)
		: [];
}

describe.each(exampleFiles())('%s', (file) => {
	const { name, nodes, connections } = read(file);

	it('begins with its purpose, its duration and what to click', () => {
		expect(isNote(nodes[0])).toBe(true);
		const { content } = nodes[0].parameters;
		expect(content).toMatch(/^## .+\nFor .+\n\n\*\*Takes\*\* .+\n\n\*\*Press\*\* .+/);
		expect(content).toContain(`## ${name}\n`);
	});

	it('names in its notes only nodes that it has', () => {
		const named = nodes
			.filter(isNote)
			.flatMap(({ parameters }) => [
				...String(parameters.content).matchAll(/(?:open|from|in) \*([^*]+)\*/g),
			])
			.map(([, title]) => title);
		const known = [...nodes.map((node) => node.name), 'Options', 'Add Field', 'IDs'];
		expect(named.filter((title) => !known.includes(title))).toEqual([]);
	});

	it('has names that say what a node does, and connects all of them', () => {
		const own = nodes.filter((node) => !isNote(node)).map((node) => node.name);
		const says = /^(?:Start|\S+ .+)$/;
		expect(own.filter((each) => !says.test(each))).toEqual([]);
		const linked = Object.entries(connections).flatMap(([from, outputs]) => [
			from,
			...Object.values(outputs).flatMap((lists) =>
				lists.flatMap((list) => (list ?? []).map(({ node }) => node)),
			),
		]);
		expect(new Set(linked)).toEqual(new Set(own));
	});

	it('has parameters that its nodes have, with expressions where these take them', () => {
		for (const node of nodes) {
			const type = types.get(node.type);
			if (type === undefined) continue;
			const { parameters } = node;
			// n8n drops what the form does not show, and takes an expression for a text where none may be.
			const kept = NodeHelpers.getNodeParameters(
				type.properties,
				parameters,
				true,
				false,
				node,
				type,
			);
			expect({ name: node.name, ...kept }).toMatchObject(parameters);
		}
	});

	it('is in the list of examples', () => {
		const list = readFileSync(join(examplesFolder, 'README.md'), 'utf8');
		expect(list).toContain(`## [${name}](${file})`);
		expect(list).toContain(`example-${file.slice(0, 1)}.png`);
	});
});

it.each(exampleFiles().filter((file) => !file.startsWith('c-')))(
	'%s has no expression of more than one line',
	(file) => {
		const long = expressionsIn(read(file).nodes.map(({ parameters }) => parameters)).filter(
			(each) => each.includes('\n'),
		);
		expect(long).toEqual([]);
	},
);
