import {
	generateNodeTypeFile,
	type NodeTypeDescription,
} from '@n8n/workflow-sdk/scripts/generate-types';

import { CreatorIntelligenceTrigger } from '../../nodes/CreatorIntelligenceTrigger/CreatorIntelligenceTrigger.node';
import { JOB_TYPES } from '../../nodes/shared/catalogue/jobTypes';
import { areas } from '../nodes/areas';

/** What the operations of a node share, and what each adds. To the trigger, each job type does. */
const MAX_SHARED = 22_000;
const MAX_ADDED = 1_400;
/** Of what n8n's AI builder reads. */
const MAX_TRIGGER = 15_000;
/** On average, as n8n's own nodes are measured. */
const MAX_OPERATION = 5_000;
const MAX_OPTIONS = 2_500;

const trigger = new CreatorIntelligenceTrigger();
const nodes = [
	...areas.map(({ node, catalogue }) => ({
		node,
		count: catalogue.flatMap(({ operations }) => operations).length,
	})),
	{ node: trigger, count: JOB_TYPES.length },
].map(({ node: { description }, count }) => ({
	name: description.name,
	json: JSON.stringify(description),
	most: MAX_SHARED + MAX_ADDED * count,
}));

const readByBuilder = (json: string): string =>
	generateNodeTypeFile(JSON.parse(json) as NodeTypeDescription);

/** The parameters of each operation, by the name of their type. */
function operationsIn(definition: string): Array<{ name: string; text: string }> {
	return [...definition.matchAll(/^export type (\w+Params) = \{\n.*?^\};$/gms)].map(
		([text, name = '']) => ({ name, text }),
	);
}

/** They are the last parameter. */
function optionsIn(operation: string): string {
	const [, options = ''] = operation.split(/^(?= {4}options\?: )/m);
	return options;
}

/** Says what is too long. */
function tooLong(name: string, { length }: string, most = 0): string[] {
	return length > most ? [`${name}: ${length} instead of ${most}`] : [];
}

it('the description of each node is small', () => {
	expect(nodes).toHaveLength(7);
	expect(nodes.flatMap(({ name, json, most }) => tooLong(name, json, most))).toEqual([]);
});

describe("n8n's AI builder reads little", () => {
	it.each(areas.map(({ node, catalogue }) => [node.description.name, catalogue] as const))(
		'for an operation of %s, and for its options, on average',
		(node, catalogue) => {
			const { json = '' } = nodes.find(({ name }) => name === node) ?? {};
			const operations = operationsIn(readByBuilder(json));
			expect(operations).toHaveLength(catalogue.flatMap((resource) => resource.operations).length);
			const without = operations.filter(({ text }) => optionsIn(text) === '');
			expect(without.every(({ name }) => name.endsWith('ContractCreateParams'))).toBe(true);
			const mean = (texts: string[]) => texts.join('').length / operations.length;
			expect(mean([readByBuilder(json)])).toBeLessThanOrEqual(MAX_OPERATION);
			expect(mean(operations.map(({ text }) => optionsIn(text)))).toBeLessThanOrEqual(MAX_OPTIONS);
		},
	);

	it('for the trigger', () => {
		const text = readByBuilder(JSON.stringify(trigger.description));
		expect(tooLong('trigger', text, MAX_TRIGGER)).toEqual([]);
	});
});
