import type { INodeProperties, INodePropertyCollection, INodePropertyOptions } from 'n8n-workflow';

import { labelOf } from '../../../../nodes/shared/node/labels';
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

it('the label of every parameter is the one in the panel', () => {
	const all = areas.flatMap(({ node }) => named(node.description.properties));
	const shown = all.filter(({ name, type }) => name !== 'id' && type !== 'notice');
	expect(shown.length).toBeGreaterThan(100);
	for (const { name, displayName } of shown)
		expect([name, labelOf(name)]).toEqual([name, displayName]);
});
