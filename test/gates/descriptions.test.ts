import {
	generateNodeTypeFile,
	type NodeTypeDescription,
} from '@n8n/workflow-sdk/scripts/generate-types';

import { CreatorIntelligenceTrigger } from '../../nodes/CreatorIntelligenceTrigger/CreatorIntelligenceTrigger.node';
import { areas } from '../nodes/areas';

const MAX_JSON = 60_000;
/** Of what n8n's AI builder reads. */
const MAX_TRIGGER = 15_000;
/** On average, as n8n's own nodes are measured. */
const MAX_OPERATION = 5_000;
const MAX_OPTIONS = 2_500;

const trigger = new CreatorIntelligenceTrigger();
const nodes = [...areas.map(({ node }) => node), trigger].map(({ description }) => ({
	name: description.name,
	json: JSON.stringify(description),
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
	expect(nodes.flatMap(({ name, json }) => tooLong(name, json, MAX_JSON))).toEqual([]);
});

describe("n8n's AI builder reads little", () => {
	it.each(areas.map(({ node, catalogue }) => [node.description.name, catalogue] as const))(
		'for an operation of %s, and for its options, on average',
		(node, catalogue) => {
			const { json = '' } = nodes.find(({ name }) => name === node) ?? {};
			const operations = operationsIn(readByBuilder(json));
			expect(operations).toHaveLength(catalogue.flatMap((resource) => resource.operations).length);
			expect(operations.every(({ text }) => optionsIn(text) !== '')).toBe(true);
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
