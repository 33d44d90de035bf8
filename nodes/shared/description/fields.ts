import type { INodeProperties } from 'n8n-workflow';

import type { Field } from '../catalogue/fields';
import { byName } from './panel';
import { pickerControl } from './pickers';

/**
 * A main field stands in the form from the beginning, so its default must mean "not sent". A model
 * fills in plain text, so a picker is a text field in a tool.
 */
export function mainFieldProperties(field: Field): INodeProperties[] {
	const property = fieldProperty(field);
	if (field.kind === 'choice') {
		return [{ ...property, default: '', options: [NOT_SENT, ...(property.options ?? [])] }];
	}
	if (field.picker === undefined) return [property];
	return [
		{ ...property, displayOptions: { show: { '@tool': [false] } } },
		{
			...fieldProperty({ ...field, picker: undefined }),
			displayOptions: { show: { '@tool': [true] } },
		},
	];
}

const NOT_SENT = { name: 'Default', value: '', description: 'Send nothing' };

export function fieldProperty(field: Field): INodeProperties {
	const { label, parameter, picker, example } = field;
	return {
		displayName: label,
		name: parameter,
		...(picker === undefined ? CONTROLS[field.kind](field) : pickerControl(picker, example)),
		...(example !== undefined && picker === undefined && { placeholder: `e.g. ${example}` }),
		description: describe(field),
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
	list: ({ initial = '' }) => ({ type: 'string', typeOptions: { rows: 3 }, default: initial }),
	json: () => ({ type: 'json', default: '' }),
};

function describe({ kind, name, about }: Field): string {
	const how = kind === 'list' ? ', one per line' : '';
	return `${about}${how} (${name})`;
}

/** `FOLLOWER_COUNT` becomes `Follower Count`. */
function title(word: string): string {
	return word
		.toLowerCase()
		.replace(
			/(^|_)(\w)/g,
			(_, gap: string, letter: string) => (gap === '' ? '' : ' ') + letter.toUpperCase(),
		);
}
