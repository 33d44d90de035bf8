import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { pauseIfDue } from '../clock';
import { inputFailure } from '../failure/Failure';
import type { Hints } from '../operations/Hints';
import { splitNames } from '../values/text';
import { readParameter } from './parameters';

const NAME = 'includeInputFields';

/** Names that mean something in an item of this package, whether this item has them or not. */
const RESERVED = ['error', 'incomplete', 'job', 'recognised', 'serviceError'];

export function readInputFields(
	context: IExecuteFunctions,
	index: number,
	hints?: Hints,
): IDataObject {
	const names = splitNames(entered(context, index));
	const input = context.getInputData()[index]?.json ?? {};
	if (isWord(names, 'none', input)) return {};
	if (names.includes('*') || isWord(names, 'all', input)) return { ...input };
	const missing = names.filter((name) => !Object.hasOwn(input, name));
	for (const name of missing) hints?.add(NOT_IN_INPUT, `'${name}'`);
	const found = names.filter((name) => !missing.includes(name));
	return Object.fromEntries(found.map((name) => [name, input[name]]));
}

/** The word for none or all fields, unless a field is called so. */
function isWord(names: string[], word: string, input: IDataObject): boolean {
	return names.length === 1 && names[0]?.toLowerCase() === word && !Object.hasOwn(input, names[0]);
}

/** For an item that has failed already: a mistake here would only hide why. */
export function inputFieldsOrNone(context: IExecuteFunctions, index: number): IDataObject {
	try {
		return readInputFields(context, index);
	} catch {
		return {};
	}
}

function entered(context: IExecuteFunctions, index: number): unknown {
	const value = readParameter({ context, index }, NAME, '');
	if (typeof value === 'string' || Array.isArray(value)) return value;
	throw inputFailure(
		"'Include Input Fields' is not a list of names",
		'Enter names separated by commas, all, or an expression that returns a list of names.',
	);
}

export interface WithInput {
	item: INodeExecutionData;
	input: IDataObject;
}

/** A column whose name is taken in any item gets another name in all, so that a field holds one thing. */
export async function withInputFields(outputs: WithInput[]): Promise<INodeExecutionData[]> {
	if (outputs.every(({ input }) => Object.keys(input).length === 0)) {
		return outputs.map(({ item }) => item);
	}
	const taken = new Set(RESERVED);
	const columns = new Set<string>();
	for (const { item, input } of outputs) {
		await pauseIfDue();
		for (const name of Object.keys(item.json)) taken.add(name);
		for (const name of Object.keys(input)) columns.add(name);
	}
	const newNames = new Map<string, string>();
	for (const column of columns) {
		let name = column;
		while (taken.has(name) || (name !== column && columns.has(name))) name = `input_${name}`;
		taken.add(name);
		newNames.set(column, name);
	}
	const items: INodeExecutionData[] = [];
	for (const { item, input } of outputs) {
		await pauseIfDue();
		// Not by assignment: a column may be called `__proto__`.
		const renamed: IDataObject = Object.fromEntries(
			Object.entries(input).map(([name, value]) => [newNames.get(name) ?? name, value] as const),
		);
		items.push({ ...item, json: { ...renamed, ...item.json } });
	}
	return items;
}

const NOT_IN_INPUT =
	"The input has no field % for some of the items. Correct 'Include Input Fields'; names are case-sensitive.";
