import { Workflow, type INode, type INodeParameters, type INodeType } from 'n8n-workflow';

import { CreatorIntelligenceTrigger } from '../../../../nodes/CreatorIntelligenceTrigger/CreatorIntelligenceTrigger.node';
import { entries } from '../../areas';

/** As the canvas does it. */
function subtitleOf({ description }: INodeType, parameters: INodeParameters): unknown {
	const node: INode = {
		id: 'a',
		name: 'Node',
		type: description.name,
		typeVersion: 1,
		position: [0, 0],
		parameters,
	};
	const type = { description } as INodeType;
	const nodeTypes = {
		getByName: () => type,
		getByNameAndVersion: () => type,
		getKnownTypes: () => ({}),
	};
	const workflow = new Workflow({ nodes: [node], connections: {}, active: false, nodeTypes });
	return workflow.expression.getSimpleParameterValue(node, description.subtitle, 'internal', {});
}

describe('the subtitle on the canvas', () => {
	it.each(entries.map((each) => [each.node.description.displayName, each] as const))(
		'%s reads as words',
		(_, { node, resource, operation }) => {
			const read = subtitleOf(node, { resource, operation: operation.value });
			const [resources] = node.description.properties;
			const label = resources.options?.find((each) => 'value' in each && each.value === resource);
			expect(read).toBe(`${operation.name}: ${label?.name}`);
		},
	);

	it.each<[INodeParameters, string]>([
		[{ event: 'jobFinished', jobType: 'audienceOverlap' }, 'Job Finished: Audience Overlap'],
		[{ event: 'screeningChanged' }, 'Screening Changed'],
	])('of the trigger for %j', (parameters, words) => {
		expect(subtitleOf(new CreatorIntelligenceTrigger(), parameters)).toBe(words);
	});
});
