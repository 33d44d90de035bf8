import type { INodeProperties } from 'n8n-workflow';

import type { Field } from '../catalogue/fields';
import type { CommonFields } from '../catalogue/vocabulary';
import { byName, sortedBy } from './panel';
import { pickerControl, pickerRows } from './pickers';

type DisplayOptions = INodeProperties['displayOptions'];

/** The common fields of an operation: the main ones in the form, the others under "Add Field". */
export function commonFieldProperties(
	{ main, more }: CommonFields,
	displayOptions: DisplayOptions,
): INodeProperties[] {
	return [
		...main.flatMap(fieldProperties).map((property) => ({ ...property, displayOptions })),
		...(more.length === 0 ? [] : [moreFields(more, displayOptions)]),
	];
}

function moreFields(fields: readonly Field[], displayOptions: DisplayOptions): INodeProperties {
	return {
		displayName: 'More Fields',
		name: 'moreFields',
		type: 'collection',
		placeholder: 'Add Field',
		default: {},
		displayOptions,
		options: sortedBy(fields.flatMap(fieldProperties), ({ displayName }) => displayName),
	};
}

/** A list with a picker has rows; the text that it may have been before still counts. */
function fieldProperties(field: Field): INodeProperties[] {
	const { picker, rowsParameter } = field;
	if (picker === undefined || rowsParameter === undefined) return [fieldProperty(field)];
	const { displayName, name } = fieldProperty(field);
	return [
		pickerRows({ ...field, picker, rowsParameter }),
		{ displayName, name, type: 'hidden', default: '' },
	];
}

function fieldProperty(field: Field): INodeProperties {
	const { label, parameter, example } = field;
	return {
		displayName: label,
		name: parameter,
		...CONTROLS[field.kind](field),
		...(example !== undefined && field.picker === undefined && { placeholder: `e.g. ${example}` }),
		description: describe(field),
	};
}

type Control = (field: Field) => Pick<INodeProperties, 'type' | 'default' | 'options' | 'modes'>;

const CONTROLS: Record<Field['kind'], Control> = {
	text: ({ picker, example }) =>
		picker === undefined ? { type: 'string', default: '' } : pickerControl(picker, example),
	number: () => ({ type: 'number', default: 0 }),
	flag: () => ({ type: 'boolean', default: true }),
	choice: ({ choices = [] }) => ({
		type: 'options',
		default: choices[0] ?? '',
		options: byName(choices.map((value) => ({ name: title(value), value }))),
	}),
	list: () => ({ type: 'string', default: '' }),
	json: () => ({ type: 'json', default: '' }),
};

function describe({ kind, name, about }: Field): string {
	const how =
		kind === 'list' ? '; separate values with commas, or use an expression that gives a list' : '';
	return `${about}${how} (sent as ${name})`;
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
