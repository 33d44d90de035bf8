import type { IDataObject, INodeParameters } from 'n8n-workflow';

function typeOf(value: unknown): string {
	if (Array.isArray(value)) return 'array';
	return value === null ? 'string' : typeof value;
}

/** Query parameters, as a user enters them behind the toggle. */
export function queryOf(fields: IDataObject): INodeParameters {
	return { sendQuery: true, query: rows(fields) };
}

/** The value of an assignment collection, as the editor saves it. */
export function rows(fields: IDataObject): INodeParameters {
	return {
		assignments: Object.entries(fields).map(([name, value], index) => ({
			id: String(index),
			name,
			value: value as string,
			type: typeOf(value),
		})),
	};
}
