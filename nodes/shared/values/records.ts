import type { IDataObject } from 'n8n-workflow';

export function isRecord(value: unknown): value is IDataObject {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function asObject(value: unknown): IDataObject {
	if (value === undefined) return {};
	return isRecord(value) ? value : { data: value };
}
