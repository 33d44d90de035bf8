import type { INodeParameters } from 'n8n-workflow';

import {
	callsService,
	commonFields,
	type NodeCatalogue,
	type EndpointOperation,
} from '../catalogue/types';
import type { Hints } from '../operations/Hints';
import { BODY_FIELDS_LABEL } from '../request/body';
import { fieldsOf, toRequest, type RequestDraft, QUERY_LABEL } from '../request/draft';
import { filledRows } from '../request/fields';
import { KnownNames } from '../request/KnownNames';
import { isRecord } from '../values/records';
import { textOf } from '../values/text';

interface Named {
	catalogue: NodeCatalogue;
	operation: EndpointOperation;
	parameters: INodeParameters;
	drafts: RequestDraft[];
	pinned?: readonly string[];
}

/** Adds a hint for names that look misspelt. They are still sent: the service decides. */
export function noteNames(
	hints: Hints,
	{ catalogue, operation, parameters, drafts, pinned = [] }: Named,
): void {
	const own = commonFields(operation).map(({ name }) => name);
	const known = new KnownNames([...own, ...pinned]);
	const misspelt = new Set<string>();
	for (const draft of drafts) {
		for (const { name, meant } of known.misspelt(fieldsOf(draft))) {
			misspelt.add(name);
			hints.add(`% is not a known field; did you mean '${meant}'?`, `'${name}'`);
		}
	}
	const others = new Set(catalogue.flatMap(namesIn).filter((name) => !own.includes(name)));
	for (const { name, label } of enteredRows(parameters)) {
		if (others.has(name) && !misspelt.has(name)) hints.add(leftOver(label), `'${name}'`);
	}
}

function namesIn({ operations }: NodeCatalogue[number]): string[] {
	return operations
		.filter(callsService)
		.flatMap((each) => commonFields(each).map(({ name }) => name));
}

/** Rows stay where they are when another operation is chosen. */
function enteredRows({ bodyMode = 'fields', moreFields, sendQuery, query }: INodeParameters) {
	const more: Record<string, unknown> =
		bodyMode === 'fields' && isRecord(moreFields) ? moreFields : {};
	return [
		...rowNames(more.bodyFields, BODY_FIELDS_LABEL),
		...rowNames(more.query, QUERY_LABEL),
		...(sendQuery === true ? rowNames(query, QUERY_LABEL) : []),
	];
}

function rowNames(entered: unknown, label: string): Array<{ name: string; label: string }> {
	return filledRows(entered).map(({ name }) => ({ name, label }));
}

/** Adds a hint if several items send the same request, e.g. because the ID is fixed. */
export function noteRepeats(hints: Hints, drafts: readonly RequestDraft[], idLabel = 'ID'): void {
	const counts = new Map<string, { id: string; count: number }>();
	for (const draft of drafts) {
		if (draft.id === undefined) continue;
		const { url, body = '' } = toRequest(draft, '');
		const { count } = counts.get(`${url} ${body}`) ?? { count: 0 };
		counts.set(`${url} ${body}`, { id: textOf(draft.id).trim(), count: count + 1 });
	}
	for (const { id, count } of counts.values()) {
		if (count > 1) hints.add(repeated(idLabel), `${id} (${count} items)`);
	}
}

function repeated(idLabel: string): string {
	return `Several items have the same '${idLabel}': %. The node sends the same request once for each of them. To send it once, turn on 'Execute Once' in the Settings of the node.`;
}

function leftOver(label: string): string {
	return `In '${label}', % belongs to other operations of this node and may be left over from one. Remove it if this operation does not accept it.`;
}
