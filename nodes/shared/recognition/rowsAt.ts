import type { IDataObject } from 'n8n-workflow';

import { isRecord } from '../values/records';
import { lastKey, normalizeKey } from './keys';

/** The rows in a value: a list, or the nodes of its edges. Null in the place of rows is an empty list. */
export function asRows(raw: unknown, path = ''): unknown[] | undefined {
	if (Array.isArray(raw)) return nodesOf(raw, path);
	return raw === null ? [] : undefined;
}

/** `edges: [{ cursor, node }]` holds its rows one level down. */
function nodesOf(rows: unknown[], path: string): unknown[] {
	const isEdge = (row: unknown): row is IDataObject =>
		isRecord(row) &&
		isRecord(row.node) &&
		Object.keys(row).every((key) => /^(node|cursor|__typename)$/.test(key));
	const isEdges = normalizeKey(lastKey(path)) === 'edges' && rows.every(isEdge);
	return isEdges ? rows.map((edge) => edge.node) : rows;
}
