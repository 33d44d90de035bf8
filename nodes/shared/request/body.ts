import type { IDataObject } from 'n8n-workflow';

import { inputFailure } from '../failure/Failure';
import { parseJsonText } from '../values/json';
import { moreField, readFieldRows } from './fields';
import { MAPPED_LABEL, readMappedFields } from './mappedFields';
import { isRecord } from '../values/records';
import { kindOf, splitNames } from '../values/text';
import { nestRows, type FieldRow } from '../values/nesting';

export const BODY_MODES = ['fields', 'input', 'json', 'schema'] as const;

export type BodyMode = (typeof BODY_MODES)[number];

export const BODY_MODE_LABEL = 'Specify Body';
export const BODY_FIELDS_LABEL = 'Other Fields';
export const BODY_JSON_LABEL = 'JSON Body';

interface BodySource {
	parameter: (name: string, fallback: unknown) => unknown;
	/** What the fields of the form hold. */
	named: () => FieldRow[];
	inputItem: IDataObject;
}

/** Reads only the parameters of the chosen mode: hidden ones may still have old values. */
export function buildRequestBody(
	mode: BodyMode,
	{ parameter, named, inputItem }: BodySource,
): IDataObject {
	switch (mode) {
		case 'fields': {
			const others = readFieldRows(moreField(parameter, 'bodyFields'), BODY_FIELDS_LABEL);
			return nestRows([...named(), ...others], BODY_FIELDS_LABEL);
		}
		case 'input':
			return without(inputItem, splitNames(parameter('excludeFields', '')));
		case 'json':
			return parseObject(parameter('bodyJson', '{}'));
		case 'schema':
			return nestRows(readMappedFields(parameter('mappedFields', {}), inputItem), MAPPED_LABEL);
	}
}

function without(item: IDataObject, names: string[]): IDataObject {
	return Object.fromEntries(Object.entries(item).filter(([name]) => !names.includes(name)));
}

function parseObject(entered: unknown): IDataObject {
	const value = typeof entered === 'string' ? parseBody(entered) : entered;
	if (isRecord(value)) return value;
	throw inputFailure(
		`'${BODY_JSON_LABEL}' is not a JSON object`,
		`It is ${kindOf(value)}. Write the fields of the request between braces, e.g. {"identifier": "name"}.`,
	);
}

function parseBody(text: string): unknown {
	if (text.trim() === '') return {};
	const parsed = parseJsonText(text);
	if (parsed.ok) return parsed.value;
	throw inputFailure(
		`'${BODY_JSON_LABEL}' is not valid JSON`,
		`${parsed.problem}. Put names and strings in double quotes, and no comma after the last field.`,
	);
}
