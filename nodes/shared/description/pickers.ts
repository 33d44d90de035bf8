import type { INodeProperties, INodePropertyMode } from 'n8n-workflow';

import type { Field, Picker } from '../catalogue/fields';
import { DICTIONARIES, searchMethod } from '../pickers/dictionaries';
import { rowNames } from '../pickers/locator';

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

/** A list of pickers, one per entry. */
export function pickerRows(
	field: Field & { picker: Picker; rowsParameter: string },
): INodeProperties {
	const { label, picker, rowsParameter, example, about, name } = field;
	const { noun } = DICTIONARIES[picker];
	const entry = title(noun);
	const control = pickerControl(picker, example);
	return {
		displayName: label,
		name: rowsParameter,
		type: 'fixedCollection',
		typeOptions: { multipleValues: true, multipleValueButtonText: `Add ${entry}` },
		placeholder: `Add ${entry}`,
		// The first row is there at once.
		default: {
			[rowNames.rows]: [{ [rowNames.entry]: { __rl: true, ...locatorDefault(control) } }],
		},
		description: `${about}. Pick one per row, or type several, separated by commas, or use an expression that gives a list (sent as ${name}).`,
		options: [
			{
				displayName: entry,
				name: rowNames.rows,
				values: [{ displayName: entry, name: rowNames.entry, ...control }],
			},
		],
	};
}

function locatorDefault({ default: value }: Pick<INodeProperties, 'default'>): object {
	return typeof value === 'object' && value !== null ? value : {};
}

function title(noun: string): string {
	return noun.replace(/^\w/, (letter) => letter.toUpperCase());
}
