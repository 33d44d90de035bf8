import type { INodeParameters } from 'n8n-workflow';

import { isRecord } from '../values/records';

/** Nothing of these is part of a request. */
const NEVER_SENT = [
	'descriptionType',
	'limit',
	'operation',
	'options',
	'resource',
	'returnAll',
	'toolDescription',
];

/** Body parameters that count in one mode only. */
const OF_MODE: Record<string, string> = {
	bodyFields: 'fields',
	bodyJson: 'json',
	excludeFields: 'input',
};

interface Asked {
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
export function askedFor({ parameters, sendsQuery, inputItem, comesTo }: Asked): string {
	const mode = parameters.bodyMode ?? 'fields';
	const sent = Object.keys(parameters)
		.filter((name) => !NEVER_SENT.includes(name) && (sendsQuery || name !== 'query'))
		.filter((name) => OF_MODE[name] === undefined || OF_MODE[name] === mode)
		.sort();
	const entered = JSON.stringify(sent.map((name) => [name, withoutRowIds(parameters[name])]));
	return JSON.stringify([entered, inputItem, entered.includes('$fromAI') ? comesTo : undefined]);
}

/** A row that was removed and entered again is the same row in another place. */
function withoutRowIds(entered: unknown): unknown {
	if (!isRecord(entered) || !Array.isArray(entered.assignments)) return entered;
	const rows = entered.assignments
		.filter(isRecord)
		.filter(({ value }) => value !== undefined && value !== null && value !== '')
		.map(({ name, type, value }) => [String(name).trim(), type, value]);
	return rows.sort(([a], [b]) => (String(a) < String(b) ? -1 : Number(String(a) > String(b))));
}
