import type { INodeProperties, INodePropertyMode } from 'n8n-workflow';

import type { Picker } from '../catalogue/fields';
import { DICTIONARIES, searchMethod } from '../pickers/dictionaries';

/** A control that lists entries of the service while the user types; typing a value works as well. */
export function pickerControl(
	picker: Picker,
	example?: string,
): Pick<INodeProperties, 'type' | 'default' | 'modes'> {
	const { noun, typed, typedFirst = false, needsSearch = false } = DICTIONARIES[picker];
	// The editor shows a name of its own for the mode `id`.
	const typedMode = typed === 'By ID' ? 'id' : 'text';
	const list = mode('list', 'list', {
		displayName: 'From List',
		placeholder: `Select ${/^[aeiou]/.test(noun) ? 'an' : 'a'} ${noun}...`,
		typeOptions: {
			searchListMethod: searchMethod(picker),
			searchable: true,
			...(needsSearch && { searchFilterRequired: true }),
		},
	});
	const text = mode(typedMode, 'string', {
		displayName: typed,
		...(example !== undefined && { placeholder: `e.g. ${example}` }),
	});
	return {
		type: 'resourceLocator',
		default: { mode: typedFirst ? typedMode : 'list', value: '' },
		modes: typedFirst ? [text, list] : [list, text],
	};
}

function mode(
	name: string,
	type: INodePropertyMode['type'],
	rest: Omit<INodePropertyMode, 'name' | 'type'>,
): INodePropertyMode {
	return { name, type, ...rest };
}
