import type { IDataObject } from 'n8n-workflow';

import { JOB_RESULTS, JOB_TYPES } from '../catalogue/jobTypes';
import { utcTime } from '../values/dates';
import { narrow } from '../values/narrow';
import { isRecord } from '../values/records';
import { mapInSteps, type Steps } from '../values/steps';
import { findBreakdowns, type Breakdowns } from './breakdowns';
import { findFlaggedCount, findRating } from './rating';
import { findTraits, type Trait, type Traits } from './traits';

/** Rows, all of which make one part together. */
const ROW_KINDS = ['creators', 'contents', 'flagged', 'comments', 'mentions'] as const;
export type RowKind = (typeof ROW_KINDS)[number];

type JobKind = 'screening' | 'analytics' | 'overlap' | 'purchaseIntent' | 'commentsRelevance';

export type Kind = RowKind | JobKind | 'change' | 'job' | 'other';

/** An item, or a row of a list in it, with what is recognised in it. */
export interface Row {
	json: IDataObject;
	traits: Traits;
	/** Of its date, if that is certain. */
	time?: number;
}

export interface Subject extends Row {
	kind: Kind;
	lists: Omit<Breakdowns, RowList> & Record<RowList, Row[]>;
}

const ROW_LISTS = ['comments', 'contents', 'profiles'] as const;

type RowList = (typeof ROW_LISTS)[number];

export const isRowKind = (kind: Kind): kind is RowKind => ROW_KINDS.some((each) => each === kind);

const TOO_MANY_FIELDS = 'The item has too many fields for a report. It shows the first of them';

/** What an item of any of the nodes is: by its job, or else by its fields. */
export function* readSubject(item: IDataObject): Steps<Subject> {
	const narrowed = narrow(item);
	const json = narrowed === item ? item : { ...narrowed, incomplete: TOO_MANY_FIELDS };
	// Of a change, what is the case now.
	const { current } = json;
	const isChange = isRecord(current) && isRecord(json.changed);
	const { added } = isRecord(json.changed) ? json.changed : {};
	const lists = findBreakdowns(isChange ? { contents: added, ...current } : json);
	const { traits, time } = rowOf(isChange ? current : json);
	const rows: Record<RowList, Row[]> = { comments: [], contents: [], profiles: [] };
	for (const name of ROW_LISTS) rows[name] = yield* mapInSteps(lists[name], rowOf);
	const kind = isChange ? 'change' : kindOf(json, traits, lists);
	const risk = kind === 'screening' && {
		riskRating: findRating(json)?.value,
		flaggedCount: findFlaggedCount(json)?.value,
	};
	return { kind, json, traits: { ...risk, ...traits }, time, lists: { ...lists, ...rows } };
}

function rowOf(json: IDataObject): Row {
	const traits = findTraits(json);
	return { json, traits, time: traits.date === undefined ? undefined : utcTime(traits.date) };
}

function kindOf(json: IDataObject, traits: Traits, lists: Breakdowns): Kind {
	if (missingReason({ json }) !== undefined) return 'job';
	const { job } = json;
	const ofJob = isRecord(job) ? JOB_TYPES.find((type) => type === job.type) : undefined;
	// A row that a job found, such as a flagged post, names the job without its state.
	if (!isRecord(job) || ofJob === undefined || job.state === undefined)
		return SHAPES.find(([, isIt]) => isIt(traits, lists, json))?.[0] ?? 'other';
	const kind: Kind = JOB_RESULTS[ofJob];
	// Comments that are items of their own, and jobs without rows.
	const isAnalysis = kind === 'purchaseIntent' || kind === 'commentsRelevance';
	if (isAnalysis && traits.text !== undefined) return 'comments';
	const isRow = has(traits, 'text', 'title', 'name', 'handle', 'url');
	return isRowKind(kind) && !isRow ? 'job' : kind;
}

/** The job of an item. A simplified item has its ID and its state as fields of their own. */
export const jobOf = ({ job, jobId, jobState, jobReason }: IDataObject): IDataObject =>
	isRecord(job) ? job : { id: jobId, state: jobState, reason: jobReason };

/** Why an item has no result. */
export function missingReason({ json }: Pick<Row, 'json'>): string | undefined {
	const { state, reason } = jobOf(json);
	if (state === 'pending') return 'still running';
	const textIn = (...values: unknown[]) =>
		values
			.flatMap((each) => (isRecord(each) ? [each.reason, each.message] : each))
			.find((each) => typeof each === 'string' && each !== '');
	const { error, serviceError, message } = json;
	if (state !== 'failed' && textIn(error) === undefined) return undefined;
	const text = textIn(reason, serviceError, error, json.reason, message);
	return `failed: ${typeof text === 'string' ? text : 'no reason given'}`;
}

const has = (traits: Traits, ...names: Trait[]) => names.some((name) => traits[name] !== undefined);

type Rule = (traits: Traits, lists: Breakdowns, json: IDataObject) => boolean;

const isAudience: Rule = (_, { history, countries, genderAge, ages, genders }) =>
	[history, countries, genderAge, ages, genders].some((each) => each.length > 0);

const isFlagged: Rule = (traits, _, { risks, is_flagged: flag }) =>
	Array.isArray(risks) && flag !== false && has(traits, 'title', 'text', 'url');

/** The first that fits. */
const SHAPES: Array<[Kind, Rule]> = [
	['overlap', (each) => has(each, 'uniqueFollowers')],
	['analytics', isAudience],
	['flagged', isFlagged],
	['purchaseIntent', (each) => has(each, 'commentCount')],
	['screening', (each) => has(each, 'flaggedCount')],
	['screening', (each) => has(each, 'riskRating') && !has(each, 'text', 'followers')],
	['comments', (each) => has(each, 'text') && has(each, 'author', 'relevance', 'purchaseIntent')],
	['mentions', (each) => has(each, 'text') && has(each, 'sentiment')],
	['contents', (each) => has(each, 'title', 'text') && has(each, 'date')],
	['creators', (each) => has(each, 'name', 'handle') && has(each, 'followers', 'platform', 'url')],
];
