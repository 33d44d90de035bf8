import type { IDataObject } from 'n8n-workflow';

import { JOB_RESULTS, JOB_TYPES } from '../catalogue/jobTypes';
import { findBreakdowns, type Breakdowns } from '../recognition/breakdowns';
import { narrow } from '../values/narrow';
import { findTraits, type Traits } from '../recognition/traits';
import { isRecord } from '../values/records';
import type { Steps } from '../values/steps';

/** Rows, all of which make one part together. */
const ROW_KINDS = ['creators', 'contents', 'flagged', 'comments', 'mentions'] as const;
export type RowKind = (typeof ROW_KINDS)[number];

type JobKind = 'screening' | 'analytics' | 'overlap' | 'purchaseIntent' | 'commentsRelevance';

export type Kind = RowKind | JobKind | 'change' | 'job' | 'other';

/** An item, or a row of a list in it, with what is recognised in it. */
export interface Row {
	json: IDataObject;
	traits: Traits;
}

export interface Subject extends Row {
	kind: Kind;
	lists: Omit<Breakdowns, RowList> & Record<RowList, Row[]>;
}

/** A subject, with others that belong to it: rows of the same kind, or what a screening flagged. */
export type Group = [Subject, ...Subject[]];

const ROW_LISTS = ['comments', 'contents', 'profiles'] as const;

type RowList = (typeof ROW_LISTS)[number];

export const isRowKind = (kind: Kind): kind is RowKind => ROW_KINDS.some((each) => each === kind);

/** What an item of any of the nodes is: by its job, or else by its fields. */
export function* readSubject(item: IDataObject): Steps<Subject> {
	const narrowed = narrow(item);
	const json = narrowed === item ? item : { ...narrowed, incomplete: TOO_MANY_FIELDS };
	const lists = findBreakdowns(json);
	const traits = findTraits(json);
	const rows: Record<RowList, Row[]> = { comments: [], contents: [], profiles: [] };
	for (const name of ROW_LISTS) {
		for (const row of lists[name]) {
			rows[name].push({ json: row, traits: findTraits(row) });
			yield;
		}
	}
	return { kind: kindOf(json, traits, lists), json, traits, lists: { ...lists, ...rows } };
}

const TOO_MANY_FIELDS = 'The item has too many fields for a report. It shows the first of them';

function kindOf(json: IDataObject, traits: Traits, lists: Breakdowns): Kind {
	if (isRecord(json.current) && isRecord(json.changed)) return 'change';
	const { job } = json;
	const ofJob = isRecord(job) ? JOB_TYPES.find((type) => type === job.type) : undefined;
	// A row that a job found, such as a flagged post, names the job without its state.
	if (!isRecord(job) || ofJob === undefined || job.state === undefined)
		return SHAPES.find(([, isIt]) => isIt(traits, lists, json))?.[0] ?? 'other';
	if (job.state !== 'finished') return 'job';
	const kind: Kind = JOB_RESULTS[ofJob];
	// Comments that are items of their own, and jobs without rows.
	const isComment = kind === 'purchaseIntent' || kind === 'commentsRelevance';
	if (isComment && traits.text !== undefined) return 'comments';
	const { text, title, name, handle, url } = traits;
	const isRow = (text ?? title ?? name ?? handle ?? url) !== undefined;
	return isRowKind(kind) && !isRow ? 'job' : kind;
}

type Rule = (traits: Traits, lists: Breakdowns, json: IDataObject) => boolean;

const SHAPES: Array<[Kind, Rule]> = [
	['overlap', (traits) => traits.uniqueFollowers !== undefined],
	[
		'analytics',
		(_, { history, countries, genderAge, ages, genders }) =>
			[history, countries, genderAge, ages, genders].some((each) => each.length > 0),
	],
	[
		'flagged',
		(traits, _, json) =>
			Array.isArray(json.risks) &&
			json.is_flagged !== false &&
			(traits.title ?? traits.text ?? traits.url) !== undefined,
	],
	['purchaseIntent', (traits) => traits.commentCount !== undefined],
	[
		'screening',
		({ riskRating, flaggedCount, text, followers }) =>
			flaggedCount !== undefined ||
			(riskRating !== undefined && text === undefined && followers === undefined),
	],
	[
		'comments',
		({ text, author, relevance, purchaseIntent }) =>
			text !== undefined && (author ?? relevance ?? purchaseIntent) !== undefined,
	],
	['mentions', ({ text, sentiment }) => text !== undefined && sentiment !== undefined],
	['contents', ({ title, text, date }) => (title ?? text) !== undefined && date !== undefined],
	[
		'creators',
		({ name, handle, url, followers, platform }) =>
			(name ?? handle) !== undefined && (followers ?? platform ?? url) !== undefined,
	],
];
