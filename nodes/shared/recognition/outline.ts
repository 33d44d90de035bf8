import type { IDataObject } from 'n8n-workflow';

import type { Content } from '../http/types';
import { MAX_FIELDS, MAX_OBJECTS } from '../values/narrow';
import { isRecord } from '../values/records';
import { joinPath, matchesKey, memoize, normalizeKey } from './keys';
import { hasRole, isOfRun, isSureJobWord, jobWordsBefore } from './roles';
import { isEmpty } from './scalars';

/** In all, the outermost first; each object has its own limits, too. Reading takes time. */
const MAX_CONTAINERS = 2_000;
const MAX_PARTS = 20;
/** Objects and lists next to one that is named like a job. */
const MAX_BESIDE_JOB = 1;

export interface ResponseField {
	key: string;
	name: string;
	/** Dotted, from the root of the response. */
	path: string;
	value: unknown;
}

/** What stands next to a state only where something is being worked on. */
const MARKS = matchesKey(
	/^eta$|(^| )progress$|(^| )(progress|percent|percentage) (percent|percentage|complete|completed|completion|done)$|^(started|finished|completed|failed|ended|queued) (at|on|time|date)$|(^| )(start|end|completion) (date )?time( in millis| ms| utc)?$|^(result|results|download|output|export|report|status|poll|polling) (url|uri|link|location)$|^(failure|error|status|state) (reason|message|detail|details)$/,
);
const isMark = memoize(
	(key: string): boolean =>
		MARKS(key) || jobWordsBefore(key, ['id', 'uuid'])?.some(isSureJobWord) === true,
);

export class Container {
	readonly name: string;
	readonly depth: number;
	readonly children: Container[] = [];
	/** What it says, it says of the response: the root, an envelope, the only thing there, the job. */
	readonly isCore: boolean;
	/** Its name or what else is in it says that it stands for a piece of work. */
	readonly isJobLike: boolean;
	/** What else is in it says so. */
	readonly isMarked: boolean;
	readonly fields: readonly ResponseField[];
	private readonly byName = new Map<string, ResponseField[]>();
	private matter?: readonly ResponseField[];

	constructor(
		readonly path: string,
		readonly key: string,
		readonly record: IDataObject,
		readonly parent?: Container,
		/** An entry of a list: which responses the only one speaks for, or a part of the job. */
		readonly entryOf?: 'any' | 'submission' | 'part',
	) {
		this.name = normalizeKey(key);
		this.depth = parent === undefined ? 0 : parent.depth + 1;
		this.fields = Object.keys(record)
			.slice(0, MAX_FIELDS)
			.map((each) => ({
				key: each,
				name: normalizeKey(each),
				path: joinPath(path, each),
				value: record[each],
			}));
		const isJobNamed =
			parent !== undefined && hasRole(key, 'job') && (isOfRun(key) || !parent.isCrowded);
		const isOnly = entryOf === 'any' || isJobNamed || parent?.onlyMatter === key;
		this.isCore = parent === undefined || (parent.isCore && (isOnly || hasRole(key, 'envelope')));
		this.isMarked = this.fields.some(({ key: each }) => isMark(each));
		this.isJobLike = isJobNamed || this.isMarked;
	}

	named(name: string): readonly ResponseField[] {
		if (this.byName.size === 0) {
			for (const field of this.fields) {
				this.byName.set(field.name, [...(this.byName.get(field.name) ?? []), field]);
			}
		}
		return this.byName.get(name) ?? [];
	}

	/** Whether it stands within an object that is named so. */
	isWithin(test: (key: string) => boolean): boolean {
		return test(this.key) || this.parent?.isWithin(test) === true;
	}

	/** What is neither nothing, nor said of the call or of pages. */
	private get matterFields(): readonly ResponseField[] {
		this.matter ??= this.fields.filter(
			({ key, value }) =>
				value !== null &&
				((typeof value === 'object' && hasRole(key, 'envelope')) ||
					!hasRole(key, 'call', 'trace', 'page')),
		);
		return this.matter;
	}

	/** The key of the one thing next to which there is nothing but what envelopes say. */
	private get onlyMatter(): string | undefined {
		const [only, second] = this.matterFields;
		const isOnly = only !== undefined && second === undefined && !hasRole(only.key, 'noise');
		return isOnly ? only.key : undefined;
	}

	/** Among many things, a job is one of them, and not what the response is about. */
	private get isCrowded(): boolean {
		const things = this.matterFields.filter(
			({ value }) => !isEmpty(value) && typeof value === 'object',
		);
		return things.length > MAX_BESIDE_JOB + 1;
	}
}

/** Outermost first; never rows, which have ids and states of their own. */
export type Outline = readonly Container[];

/** A response is read for one thing after the other; rows are many, and are read once. */
const MAX_KEPT = 20;
let known = new WeakMap<object, Outline>();
let kept = 0;

export function outlineOf(value: unknown): Outline {
	if (typeof value !== 'object' || value === null) return [];
	const found = known.get(value);
	if (found !== undefined) return found;
	const outline = walk(value);
	kept += 1;
	if (kept > MAX_KEPT) {
		known = new WeakMap();
		kept = 1;
	}
	known.set(value, outline);
	return outline;
}

/** Where a response speaks of itself, outermost first. */
export function coreOf(
	outline: Outline,
	{ submission = false }: { submission?: boolean } = {},
): Container[] {
	const isSilent = ({ entryOf, parent }: Container): boolean =>
		entryOf === 'part' ||
		(entryOf === 'submission' && !submission) ||
		(parent !== undefined && isSilent(parent));
	return outline.filter((each) => each.isCore && !isSilent(each));
}

export function contentValue(content: Content): unknown {
	if (content.kind === 'data') return content.value;
	return content.kind === 'text' ? content.text.trim() : undefined;
}

export const containerFields = (containers: readonly Container[]): ResponseField[] =>
	containers.flatMap(({ fields }) => fields);

/** An object that is looked into by itself, and not into what it holds. */
export const containerOf = (record: IDataObject) => new Container('', '', record);

function walk(value: object): Container[] {
	const found: Container[] = isRecord(value)
		? [new Container('', '', value)]
		: entriesOf(value, '');
	for (const container of found) {
		if (found.length >= MAX_CONTAINERS) break;
		addChildren(container);
		for (const child of container.children) found.push(child);
	}
	return found;
}

function addChildren(container: Container): void {
	const { fields, children, depth, isCore } = container;
	const room = MAX_OBJECTS[depth] ?? 0;
	for (const { key, value, path } of fields) {
		if (children.length >= room) return;
		if (isRecord(value)) children.push(new Container(path, key, value, container));
		else if (isCore) children.push(...entriesOf(value, path, key, container));
	}
}

/**
 * The one entry of a list if it speaks of a job. A row has something to say of its own; in the
 * response to a submission there are no rows yet. The entries of a list of steps are parts of the job.
 */
function entriesOf(value: unknown, path: string, key = '', parent?: Container): Container[] {
	if (!Array.isArray(value)) return [];
	const records = value.slice(0, MAX_PARTS).filter(isRecord);
	const [entry] = records;
	const isOne = value.length === 1 && entry !== undefined;
	const kind = isOne ? speaksFor(entry, key) : undefined;
	if (isOne && kind !== undefined) {
		return [new Container(joinPath(path, '0'), key, entry, parent, kind)];
	}
	if (!/^(tasks|steps|stages|jobs|subtasks|children)$/.test(normalizeKey(key))) return [];
	return records.map(
		(each, at) => new Container(joinPath(path, String(at)), key, each, parent, 'part'),
	);
}

function speaksFor(entry: IDataObject, key: string): 'any' | 'submission' | undefined {
	if (!hasState(entry)) return hasMark(entry) ? 'submission' : undefined;
	const isOfJob = (hasMark(entry) || hasRole(key, 'job')) && isBare(entry);
	return isOfJob ? 'any' : 'submission';
}

const hasMark = (record: IDataObject) => Object.keys(record).some(isMark);

const hasState = (record: IDataObject) =>
	Object.keys(record).some((name) => /(status|state)(code)?$/.test(normalizeKey(name)));

/** Words, numbers and nothing: no list, no object, no sentence but one that explains. */
function isBare(record: IDataObject): boolean {
	return Object.entries(record).every(([key, value]) => {
		if (isEmpty(value) || hasRole(key, 'call')) return true;
		if (typeof value === 'object') return isRecord(value) && hasRole(key, 'envelope');
		return !/\s\S+\s/.test(String(value));
	});
}
