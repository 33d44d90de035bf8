import type { INodeProperties, INodePropertyCollection, INodePropertyOptions } from 'n8n-workflow';

import { JOB_OPERATIONS } from '../../../../nodes/CreatorIntelligenceTrigger/catalogue';
import { triggerProperties } from '../../../../nodes/CreatorIntelligenceTrigger/panel/properties';
import { callsService } from '../../../../nodes/shared/catalogue/types';
import { labelsOf } from '../../../../nodes/shared/node/labels';
import { areas } from '../../areas';

type Entry = INodeProperties | INodePropertyCollection | INodePropertyOptions;

/** Parameters and options, and options that are grouped within others. */
function named(entries: Entry[]): INodeProperties[] {
	return entries.flatMap((entry) => {
		if ('values' in entry) return named(entry.values);
		if (!('type' in entry)) return [];
		const isGroup = entry.type === 'collection' || entry.type === 'fixedCollection';
		return [entry, ...(isGroup ? named(entry.options ?? []) : [])];
	});
}

/** Messages leave it out. */
const withoutUnit = (label: string) => label.replace(/ \((Seconds|Hours or Days|MB)\)$/, '');

const operations = areas.flatMap(({ node, catalogue }) =>
	catalogue.flatMap((resource) =>
		resource.operations.filter(callsService).map((operation) => ({ node, resource, operation })),
	),
);

it.each(
	operations.map(
		(each) =>
			[
				`${each.node.description.name} ${each.resource.value}: ${each.operation.value}`,
				each,
			] as const,
	),
)(
	'%s: the label of every parameter is the one in the panel',
	(_, { node, resource, operation }) => {
		const shown = node.description.properties.filter(({ displayOptions }) => {
			const { resource: resources, operation: values } = displayOptions?.show ?? {};
			return (
				(resources?.includes(resource.value) ?? true) && (values?.includes(operation.value) ?? true)
			);
		});
		const labelOf = labelsOf(operation, resource.idLabel);
		const all = named(shown).filter(({ type }) => type !== 'notice');
		expect(all.length).toBeGreaterThan(10);
		for (const { name, displayName } of all) {
			expect([name, labelOf(name)]).toEqual([name, withoutUnit(displayName)]);
		}
	},
);

it.each(JOB_OPERATIONS.map((operation) => [operation.job.type, operation] as const))(
	'of the trigger for %s: the label of every parameter that accepts an expression matches the panel',
	(type, operation) => {
		const isOfType = ({ displayOptions: { show } = {} }: INodeProperties) =>
			(show?.jobType ?? show?.['/jobType'])?.includes(type) ?? true;
		const shown = triggerProperties.filter((each) => each.name !== 'ids' && isOfType(each));
		const all = named(shown).filter((each) => each.noDataExpression !== true && isOfType(each));
		expect(all.length).toBeGreaterThan(10);
		for (const { name, displayName } of all) {
			expect([name, labelsOf(operation)(name)]).toEqual([name, withoutUnit(displayName)]);
		}
	},
);
