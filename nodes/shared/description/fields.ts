import type { INodeProperties } from 'n8n-workflow';

import type { Field, Picker } from '../catalogue/fields';
import { DICTIONARIES, searchMethod } from '../pickers/dictionaries';

export function fieldProperty(field: Field): INodeProperties {
	const { label, parameter, picker, example } = field;
	return {
		displayName: label,
		name: parameter,
		...(picker === undefined ? CONTROLS[field.kind](field) : pickerControl(picker, example)),
		...(example !== undefined && picker === undefined && { placeholder: `e.g. ${example}` }),
		description: `${field.about}${HOW[field.kind] ?? ''} (${field.name})`,
	};
}

type Control = (
	field: Field,
) => Pick<INodeProperties, 'type' | 'default' | 'options' | 'typeOptions'>;

const CONTROLS: Record<Field['kind'], Control> = {
	text: () => ({ type: 'string', default: '' }),
	number: () => ({ type: 'number', default: 0 }),
	flag: () => ({ type: 'boolean', default: true }),
	choice: ({ choices = [] }) => ({
		type: 'options',
		default: choices[0] ?? '',
		options: byName(choices.map((value) => ({ name: title(value), value }))),
	}),
	list: () => ({ type: 'string', typeOptions: { rows: 3 }, default: '' }),
	json: () => ({ type: 'json', default: '' }),
};

const HOW: Partial<Record<Field['kind'], string>> = {
	list: ', one per line',
	// Of a field that was not added, n8n's AI builder takes the default for its value.
	flag: ', only if set',
	choice: ', only if set',
};

/** `FOLLOWER_COUNT` becomes `Follower Count`. */
export function title(word: string): string {
	const words = word.toLowerCase().replaceAll('_', ' ');
	return words.replace(/(^| )\w/g, (start) => start.toUpperCase());
}

/** A control that lists entries of the service while the user types; typing a value works as well. */
export function pickerControl(
	picker: Picker,
	example?: string,
): Pick<INodeProperties, 'type' | 'default' | 'modes' | 'builderHint'> {
	const { noun, typed } = DICTIONARIES[picker];
	return {
		type: 'resourceLocator',
		builderHint: { propertyHint: 'In a tool, an expression' },
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

/** Without `localeCompare`, whose first call costs more than loading all nodes. */
export function byName<T extends { name: string }>(all: readonly T[]): T[] {
	const key = ({ name }: T) => name.toLowerCase();
	return [...all].sort((a, b) => (key(a) < key(b) ? -1 : 1));
}
