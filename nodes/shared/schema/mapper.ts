import type { FieldType, INodePropertyOptions, ResourceMapperField } from 'n8n-workflow';

import { normalizeKey } from '../recognition/keys';
import { isRecord } from '../values/records';
import { textOf } from '../values/text';
import type { ColumnKind, SchemaColumn } from './columns';

/** The node asks for pages itself. */
const PAGE_FIELD =
	/^(limit|offset|page|pagesize|perpage|pagenumber|cursor|nexttoken|pagetoken|maxresults|after)$/;
const FIRST = 3;
const MAX_ABOUT_LENGTH = 60;

export function toMapperFields(
	columns: readonly SchemaColumn[],
	{ isList }: { isList: boolean },
): ResourceMapperField[] {
	const offered = columns.filter(({ name }) => !isList || !PAGE_FIELD.test(normalizeKey(name)));
	const needed = offered.filter(({ required }) => required);
	const shown = needed.length > 0 ? needed : offered.slice(0, FIRST);
	return offered.map((column) => ({
		id: column.name,
		displayName: label(column),
		required: column.required,
		defaultMatch: false,
		canBeUsedToMatch: false,
		display: true,
		removed: !shown.includes(column),
		...control(column),
	}));
}

/** The mapper shows no descriptions: the label says it all. */
function label({ name, kind, about }: SchemaColumn): string {
	const [first = ''] = (about ?? '').split(/[.\n]/);
	const short = first.length > MAX_ABOUT_LENGTH ? `${first.slice(0, MAX_ABOUT_LENGTH)}…` : first;
	return `${name}${kind === 'list' ? ' (list)' : ''}${short === '' ? '' : ` - ${short}`}`;
}

type Control = Pick<ResourceMapperField, 'options'> & { type: FieldType };

function control({ kind, choices = [], ofNumbers, entryName }: SchemaColumn): Control {
	switch (kind) {
		case 'text':
			return { type: 'string' };
		case 'number':
			return { type: 'number' };
		case 'flag':
			// A switch would be sent as off by everybody who does not touch it.
			return {
				type: 'options',
				options: [true, false].map((value) => ({ name: value ? 'True' : 'False', value })),
			};
		case 'choice':
			return { type: 'options', options: choices.map((value) => ({ name: String(value), value })) };
		case 'list':
			// A field of the type array takes JSON alone; this one takes "a, b, c" as well.
			return { type: 'string', options: notes({ list: ofNumbers ? 'number' : 'text', entryName }) };
		case 'json':
			return { type: 'object' };
	}
}

/** n8n keeps the options of a field with it, and shows them for choices only: room for what we note. */
function notes(noted: Record<string, string | undefined>): INodePropertyOptions[] {
	return Object.entries(noted).map(([name, value = '']) => ({ name, value }));
}

/** The columns that were shown when the user filled them in, as n8n has saved them. */
export function savedColumns(schema: unknown): SchemaColumn[] | undefined {
	if (!Array.isArray(schema) || schema.length === 0) return undefined;
	const fields: unknown[] = schema;
	return fields.flatMap((field): SchemaColumn[] => {
		if (!isRecord(field) || typeof field.id !== 'string') return [];
		const { id: name, required } = field;
		return [{ name, required: required === true, ...controlOf(field) }];
	});
}

function controlOf({ type, options }: Record<string, unknown>): ColumnKind {
	const all = (Array.isArray(options) ? options : []).filter(isRecord);
	const noted = (note: string) => textOf(all.find(({ name }) => name === note)?.value);
	switch (type) {
		case 'options': {
			const values = all.map(({ value }) => value);
			if (values.every((value) => typeof value === 'boolean')) return { kind: 'flag' };
			const isChoice = (value: unknown) => typeof value === 'string' || typeof value === 'number';
			return { kind: 'choice', choices: values.filter(isChoice) };
		}
		case 'number':
			return { kind: 'number' };
		case 'object':
			return { kind: 'json' };
		default: {
			const [list, entryName] = [noted('list'), noted('entryName')];
			if (list === '') return { kind: 'text' };
			return {
				kind: 'list',
				...(list === 'number' && { ofNumbers: true }),
				...(entryName !== '' && { entryName }),
			};
		}
	}
}
