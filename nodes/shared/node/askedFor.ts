import type { INodeParameters } from 'n8n-workflow';

import { commonFields, type EndpointOperation } from '../catalogue/vocabulary';
import { filledRows } from '../request/fields';
import { isRecord, ownValue } from '../values/records';
import { textOf } from '../values/text';

/** Parameters of the body, by the mode in which they count. */
const OF_MODE: Record<string, readonly string[]> = {
	fields: ['moreFields'],
	input: ['excludeFields'],
	json: ['bodyJson'],
	schema: ['mappedFields'],
};

interface Asked {
	operation: EndpointOperation;
	/** As entered, not as their expressions come out. */
	parameters: INodeParameters;
	/** Whether the query goes along with the request. */
	sendsQuery: boolean;
	inputItem: unknown;
	/** What the parameters come to. */
	comesTo: unknown;
}

/**
 * A text that stands for what the user asks for with an item, the same for each try: parameters as
 * entered, and not what they come to, as an expression such as $now comes to something else with
 * each try. What a model fills in is another request each time.
 */
export function askedFor(asked: Asked): string {
	const { parameters, inputItem, comesTo } = asked;
	const rows = sentParameters(asked)
		.filter((name) => parameters[name] !== undefined)
		.sort()
		.map((name) => [name, withoutRowIds(parameters[name])]);
	const entered = JSON.stringify(rows);
	return JSON.stringify([entered, inputItem, entered.includes('$fromAI') ? comesTo : undefined]);
}

/** Only what becomes part of the request: another limit or option is the same request. */
export function sentParameters({
	operation,
	parameters,
	sendsQuery,
}: Pick<Asked, 'operation' | 'parameters' | 'sendsQuery'>): string[] {
	const mode = textOf(parameters.bodyMode ?? 'fields');
	return [
		'id',
		'bodyMode',
		...(ownValue(OF_MODE, mode) ?? []),
		...(mode === 'fields' ? commonFields(operation).map(({ parameter }) => parameter) : []),
		...(sendsQuery ? ['query'] : []),
	];
}

/** A row that was removed and entered again is the same row in another place. */
function withoutRowIds(entered: unknown): unknown {
	if (!isRecord(entered)) return entered;
	if (!Array.isArray(entered.assignments)) {
		return Object.entries(entered).map(([name, value]) => [name, withoutRowIds(value)]);
	}
	return filledRows(entered).sort((a, b) => (a.name < b.name ? -1 : Number(a.name > b.name)));
}
