import type { INodeProperties, INodeType } from 'n8n-workflow';
import { deepCopy, NodeConnectionTypes } from 'n8n-workflow';

const chooseDescription: INodeProperties = {
	displayName: 'Tool Description',
	name: 'descriptionType',
	type: 'options',
	noDataExpression: true,
	options: [
		{ name: 'Set Automatically', value: 'auto' },
		{ name: 'Set Manually', value: 'manual' },
	],
	default: 'auto',
};

/**
 * The tool variant of a node, built as n8n builds it at load time: the same `execute`, under the
 * name `<name>Tool`, without inputs, with a tool output and the fields for the tool's description.
 * n8n does this in its server package, which is too big to install for tests.
 */
export function asTool(node: INodeType): INodeType {
	const { usableAsTool, ...base } = node.description;
	if (!usableAsTool) throw new Error(`${base.name} is not usable as a tool`);

	const replacements = typeof usableAsTool === 'object' ? usableAsTool.replacements : {};
	const description = { ...deepCopy(base), ...replacements };
	const automatic = description.properties.some(({ name }) =>
		['resource', 'operation'].includes(name),
	);
	const toolDescription: INodeProperties = {
		displayName: 'Description',
		name: 'toolDescription',
		type: 'string',
		default: description.description,
		required: true,
		...(automatic && { displayOptions: { show: { descriptionType: ['manual'] } } }),
	};

	const tool: INodeType = {
		description: {
			...description,
			name: `${base.name}Tool`,
			displayName: `${base.displayName} Tool`,
			inputs: [],
			outputs: [NodeConnectionTypes.AiTool],
			codex: {
				...description.codex,
				categories: ['AI'],
				subcategories: { AI: ['Tools'], Tools: ['Other Tools'] },
			},
			properties: [
				...(automatic ? [chooseDescription] : []),
				toolDescription,
				...description.properties,
			],
		},
		execute: node.execute,
		methods: node.methods,
	};
	return tool;
}
