import type { IDataObject } from 'n8n-workflow';

import type { Endpoint } from '../catalogue/types';
import { pauseIfDue } from '../clock';
import type { ReadState } from '../recognition/jobState';
import { RULES, type Found, type RuleId } from '../recognition/rules';
import type { IdEntry, RowsEntry } from './layers';
import { mergePlan } from './merge';
import { validEntries } from './parse';
import {
	endpointLabel,
	planFor,
	toDocument,
	type Contract,
	type NextPlan,
	type Plan,
} from './plan';

type Scalar = string | number | boolean | null;

/** As `recognised` names them, and as the sentences do. */
const LABELS = {
	id: 'ID',
	state: 'State',
	reason: 'Reason',
	rows: 'Rows',
	next: 'Next page',
	link: 'File',
	rating: 'Rating',
	flaggedCount: 'Flagged items',
	cost: 'Cost',
};
type Kind = keyof typeof LABELS;

/** Where a value was, and by which rule; `sentence` says the same to people. */
interface Explained {
	entry: IDataObject;
	sentence: string;
}

/** What was read for one item, collected while the node works on it. */
export class Explanation {
	private readonly entries = new Map<Kind, { explained: Explained | null; isPinned: boolean }>();
	private readonly plans = new Map<string, Plan>();

	/** The names of request fields in the contract are part of a contract that is created anew. */
	constructor(private readonly contract?: Contract) {}

	/** `readBy` reads the same again; an entry without a plan cannot be pinned. Null: the response has no such value. */
	add(endpoint: Endpoint, kind: Kind, explained: Explained | null, readBy: Plan = {}): void {
		const plan = validEntries(readBy);
		const label = endpointLabel(endpoint);
		const isPinned = Object.keys(plan).length > 0;
		this.entries.set(kind, { explained, isPinned });
		if (!isPinned) return;
		const { fields } = planFor(this.contract, endpoint);
		const before = this.plans.get(label) ?? { ...(fields && { fields }) };
		this.plans.set(label, mergePlan(before, plan));
	}

	/** What `recognised` of each item holds. */
	recognised(): IDataObject {
		const { endpoints: contract } = toDocument(this.plans);
		const kinds = (Object.keys(LABELS) as Kind[]).flatMap((kind) => {
			const entry = this.entries.get(kind);
			return entry === undefined ? [] : [{ kind, ...entry }];
		});
		const unpinned = kinds.filter(({ explained, isPinned }) => explained !== null && !isPinned);
		const labels = unpinned.map(({ kind }) => LABELS[kind]).join(', ');
		const sentences = kinds.flatMap(({ explained }) => explained?.sentence ?? []);
		if (labels !== '') sentences.push(`A contract cannot pin this: ${labels}.`);
		return {
			summary: sentences.join(' '),
			...Object.fromEntries(kinds.map(({ kind, explained }) => [kind, explained?.entry ?? null])),
			...(this.plans.size > 0 && { contract }),
		};
	}
}

function place(path: string): { path: string } | { header: string } {
	const header = /^headers\.(\S+)/i.exec(path)?.[1];
	return header === undefined ? { path } : { header };
}

function explain(
	{ path, value, rule }: { path?: string; value: Scalar; rule: RuleId },
	sentence: string,
	more: IDataObject = {},
): Explained {
	const at = path === undefined ? {} : place(path);
	return { entry: { ...at, value, rule, looksFor: RULES[rule].looksFor, ...more }, sentence };
}

/** A path as people read it. */
function quoted(path: string): string {
	return path === '' ? 'the response itself' : `\`${path}\``;
}

export function explainEntry(
	kind: Exclude<Kind, 'state' | 'rows' | 'next'>,
	entry: Found<string | number> | undefined,
	more?: IDataObject,
): Explained | null {
	if (entry === undefined) return null;
	return explain(entry, `${LABELS[kind]}: found at ${quoted(entry.path)}.`, more);
}

/** With the other IDs that could have been meant. */
export function explainId(entry: IdEntry | undefined): Explained | null {
	const others = (entry?.candidates ?? []).filter(({ path }) => path !== entry?.path);
	return explainEntry('id', entry, {
		candidates: others.map(({ path, value }) => ({ ...place(path), value })),
	});
}

export function explainState(read: ReadState): Explained {
	const { state, rawState: value, path, unknown, rule = 'state.none' } = read;
	const more = { state, ...(unknown === true && { unknown }) };
	return explain({ path, value, rule }, stateSentence(read), more);
}

function stateSentence({ state, rawState, path, unknown, basis }: ReadState): string {
	const at = path === undefined ? '' : `${quoted(path)}, `;
	if (unknown === true) return `State: ${at}'${rawState}' is unknown and counts as ${state}.`;
	if (rawState !== null) return `State: ${at}${rawState} means ${state}.`;
	if (basis === 'status') return `State: ${state}, by the HTTP status or an empty response.`;
	if (basis === 'progress') return `State: ${at}which is not complete, means ${state}.`;
	return `State: none in the response, which means ${state}.`;
}

/** With the other lists that could have been meant. */
export function explainRows(
	{ path, rule, candidates = [] }: Omit<RowsEntry, 'value'>,
	count: number,
): Explained {
	const more = { candidates: candidates.map((each) => ({ path: each })) };
	return explain({ path, value: count, rule }, `Rows: ${count} at ${quoted(path)}.`, more);
}

/** A way to request the next page. */
export interface NextEntry {
	/** What names the page; empty if nothing does. */
	path: string;
	value?: unknown;
	rule: RuleId;
	sent: { url: string } | { fields: Record<string, string | number> };
	/** Requests the second page in the same way; absent if no plan does. */
	plan?: NextPlan;
}

export function explainNext({ path, value, rule, sent }: NextEntry): Explained {
	const how =
		'url' in sent
			? 'the link is requested'
			: `sent as \`${Object.keys(sent.fields).join('`, `')}\``;
	const from = path === '' ? '' : `${quoted(path)}, `;
	const isScalar = ['string', 'number', 'boolean', 'undefined'].includes(typeof value);
	const shown = isScalar ? ((value ?? null) as Scalar) : JSON.stringify(value);
	return explain({ path, value: shown, rule }, `Next page: ${from}${how}.`, { sent: { ...sent } });
}

/** Adds `recognised` to the items; a field `recognised` of the service is kept as `recognised.raw`. */
export async function explained<T extends { json: IDataObject }>(
	items: T[],
	explanation?: Explanation,
): Promise<T[]> {
	if (explanation === undefined) return items;
	const all: T[] = [];
	const recognised = explanation.recognised();
	for (const item of items) {
		await pauseIfDue();
		const { recognised: raw, ...rest } = item.json;
		const own = { ...recognised, ...(raw !== undefined && { raw }) };
		all.push({ ...item, json: { ...rest, recognised: own } });
	}
	return all;
}
