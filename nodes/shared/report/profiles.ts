import { parseUrl } from '../http/baseUrl';
import { isRecord } from '../values/records';
import { mapInSteps, type Steps } from '../values/steps';
import { textOf } from '../values/text';
import { checkOf, worstOf } from './checks';
import { countOf, highest, shown } from './numbers';
import { markup, type MarkupContent } from './markup';
import { riskOf } from './tones';
import { nameOf } from './words';
import { isRowKind, jobOf, missingReason, readSubject } from '../recognition/itemKind';
import { findTraits } from '../recognition/traits';
import type { Kind, Row, Subject } from '../recognition/itemKind';
import type { Verdict } from './part';
import { audienceRow, type CreatorRow } from './parts/creators';

/** What is shown together: a subject with the rows that belong to it, or rows of one kind. */
export interface Group {
	subject: Subject;
	rows: readonly Row[];
}

/** A creator with all that the items say of it; or, without a row, what is not about one creator. */
export interface Topic {
	row?: CreatorRow;
	groups: Group[];
}

const isAnalysis = ({ kind }: Subject) => kind === 'purchaseIntent' || kind === 'commentsRelevance';

/** Rows belong to the job that made them; others of one kind belong together, wherever they stand. */
export function* groupsOf(subjects: readonly Subject[]): Steps<Group[]> {
	const screenings = subjects.filter(({ kind }) => kind === 'screening');
	const idOf = ({ json }: Subject) => textOf(jobOf(json).id);
	const owners = new Map(
		[...screenings, ...subjects.filter(isAnalysis)].map((each) => [idOf(each), each]),
	);
	owners.delete('');
	const groups = new Map<Kind | Subject, { subject: Subject; rows: Row[] }>();
	for (const subject of subjects) {
		yield;
		const { kind, json } = subject;
		const id = idOf(subject);
		// Comments that are items of their own carry the analysis that they belong to.
		if (kind === 'comments' && isRecord(json.analysis) && id !== '' && !owners.has(id))
			owners.set(id, yield* readSubject({ ...json.analysis, job: json.job }));
		const owner = kind === 'flagged' || kind === 'comments' ? owners.get(id) : undefined;
		const isUnnamed = kind === 'flagged' && id === '' && screenings.length === 1;
		const first = owner ?? (isUnnamed ? screenings[0] : undefined) ?? subject;
		const key = isRowKind(first.kind) ? first.kind : first;
		const group = groups.get(key) ?? { subject: first, rows: [] };
		if (isRowKind(kind)) group.rows.push(subject);
		groups.set(key, group);
	}
	return yield* mapInSteps(groups.values(), ({ subject, rows }) => {
		const isBare = rows.length === 0 && isAnalysis(subject);
		return { subject, rows: isBare ? subject.lists.comments : rows };
	});
}

/** Profiles without a result are named, too. */
const isOfProfile = ({ subject }: Group): boolean =>
	/^(screening|change|analytics|purchaseIntent)$/.test(subject.kind) ||
	missingReason(subject) !== undefined;

/** By address, or by handle and platform: `ada` on Pictura is pictura.example/ada. */
function keyOf({ url, handle, name, platform = '' }: CreatorRow): string | undefined {
	const address = shown(url, (text) => parseUrl(text));
	const place = address?.hostname.split('.').at(-2) ?? platform;
	const page = address && `${address.pathname}${address.searchParams.get('id') ?? ''}`;
	const path = page?.replace(/^\/|\/$/g, '') ?? handle ?? name;
	return shown(path, (text) => `${place}/${text.replace(/^@/, '')}`.toLowerCase());
}

/** The creators, the worst first; and what is not about one creator. */
export function* topicsOf(
	groups: readonly Group[],
	subjects: readonly Subject[],
): Steps<{ creators: Array<Required<Topic>>; rest: Topic[] }> {
	const profiles = new Map<unknown, Required<Topic>>();
	const others: Group[] = [];
	for (const group of groups) {
		yield;
		if (!isOfProfile(group)) {
			others.push(group);
			continue;
		}
		const { json, traits } = group.subject;
		const key = keyOf(traits) ?? group;
		const { id = '' } = jobOf(json);
		const label = id === '' ? `Item ${subjects.indexOf(group.subject) + 1}` : `Job ${textOf(id)}`;
		const profile = profiles.get(key) ?? { row: { label }, groups: [] };
		profile.row = { ...traits, ...profile.row };
		profile.groups.push(group);
		profiles.set(key, profile);
	}
	const rest: Topic[] = [];
	for (const group of others) {
		let isRepeated = profiles.size > 0 && group.subject.kind === 'creators';
		// Searches and comparisons of audiences know more of them.
		for (const row of profiles.size > 0 ? creatorsIn(group) : []) {
			yield;
			const profile = profiles.get(keyOf(row));
			if (profile === undefined) isRepeated = false;
			else profile.row = { ...row, ...profile.row };
		}
		if (!isRepeated) rest.push({ groups: [group] });
	}
	yield* mapInSteps(profiles.values(), (profile) => {
		const check = worstOf(profile.groups.flatMap(checksIn));
		// The scores of a search and of an analysis have different scales.
		profile.row = { ...profile.row, check, exclusive: undefined, score: undefined };
	});
	const rankOf = ({ row: { check } }: Required<Topic>) => check?.rank ?? 0;
	return { creators: highest([...profiles.values()], profiles.size, rankOf), rest };
}

function creatorsIn({ subject, rows }: Group): CreatorRow[] {
	if (subject.kind === 'overlap') return subject.lists.profiles.map(audienceRow);
	return subject.kind === 'creators' ? rows.map(({ traits }) => traits) : [];
}

function checksIn({ subject, rows }: Group) {
	if (subject.kind === 'change') return [{ ...checkOf(subject, []), reason: changeText(subject) }];
	const isCheck = subject.kind === 'screening' || missingReason(subject) !== undefined;
	return isCheck ? [checkOf(subject, rows)] : [];
}

/** `from low risk to high risk, 2 posts newly flagged`. */
function changeText({ json, traits, lists: { contents } }: Subject): string {
	const [now, was] = [traits, findTraits(json.previous)].map((each) => riskOf(each.riskRating));
	const isOther = now !== undefined && was !== undefined && now !== was;
	const posts = contents.length > 0 && `${countOf(contents.length, 'post')} newly flagged`;
	return [isOther && `from ${was} to ${now}`, posts].filter(Boolean).join(', ');
}

/** More names are no verdict at a glance; the table below has all of them. */
const MAX_NAMED = 8;

/** `High risk: A (why), B (why)`, the worst first; what was not checked comes last. */
export function verdictsByName(rows: readonly CreatorRow[]): Array<Verdict<MarkupContent>> {
	const levels = new Map<string, CreatorRow[]>();
	for (const row of rows) {
		const level = row.check?.level;
		if (level !== undefined) levels.set(level, levels.get(level) ?? []);
		levels.get(level ?? '')?.push(row);
	}
	return [...levels].map(([level, all]) => {
		const names = all.slice(0, MAX_NAMED).map((row, at) => {
			const reason = row.check?.reason && ` (${row.check.reason})`;
			return markup`${at > 0 && ', '}<b>${nameOf(row) ?? row.label}</b>${reason}`;
		});
		const more = all.length - names.length;
		const title = more > 0 ? `${level} (${countOf(all.length, 'creator')})` : level;
		const text = [names, more > 0 && ` + ${more} more`, '.'];
		return { title, text, tone: all[0]?.check?.tone ?? 'accent' };
	});
}
