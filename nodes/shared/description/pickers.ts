import type { INodeProperties } from 'n8n-workflow';

import type { Picker } from '../catalogue/fields';
import { DICTIONARIES, searchMethod } from '../pickers/dictionaries';

/** A control that lists entries of the service while the user types; typing a value works as well. */
export function pickerControl(
	picker: Picker,
	example?: string,
): Pick<INodeProperties, 'type' | 'default' | 'modes' | 'builderHint'> {
	const { noun, typed } = DICTIONARIES[picker];
	return {
		type: 'resourceLocator',
		builderHint: { propertyHint: 'In a tool, a plain string' },
		default: { mode: 'list', value: '' },
		modes: [
			{
				name: 'list',
				type: 'list',
				displayName: 'From List',
				placeholder: `Select ${/^[aeiou]/.test(noun) ? 'an' : 'a'} ${noun}...`,
				typeOptions: { searchListMethod: searchMethod(picker), searchable: true },
			},
			{
				// The editor shows a name of its own for the mode `id`.
				name: typed === 'By ID' ? 'id' : 'text',
				type: 'string',
				displayName: typed,
				...(example !== undefined && { placeholder: `e.g. ${example}` }),
			},
		],
	};
}
