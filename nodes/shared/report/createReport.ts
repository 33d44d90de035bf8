import type { IDataObject } from 'n8n-workflow';

import type { FileContent } from '../http/types';
import { isRowKind, jobOf, readSubject, type Row, type Subject } from '../recognition/itemKind';
import { words } from '../recognition/keys';
import { entryOf, profileName } from '../recognition/traits';
import { UnitEvidence } from '../recognition/units';
import { reportName } from '../response/file';
import { day, daysBetween, utcTime } from '../values/dates';
import { isRecord } from '../values/records';
import { mapInSteps, type Steps } from '../values/steps';
import { splitNames, textOf } from '../values/text';
import { checkText } from './checks';
import type { Markup } from './markup';
import { countOf, fullNumber, shown, sumOf, UNIT_UNKNOWN } from './numbers';
import type { Blocks, Part, ReportDocument, Scope, Verdict } from './part';
import { aboutOf, creatorTables, MAX_CREATORS, type CreatorRow } from './parts/creators';
import { blocksOf, KINDS } from './parts/kinds';
import { MAX_ENTRIES } from './parts/posts';
import { groupsOf, topicsOf, verdictsByName, type Group, type Topic } from './profiles';
import { mutedTone, note } from './render/blocks';
import { renderPage } from './render/page';
import { capitalised, cut, inWords, nameOf } from './words';

interface ReportRequest {
	items: readonly IDataObject[];
	/** Without one, the report has one that says what it is about. */
	title: string;
	madeAt: number;
	withText: boolean;
	source?: Scope['source'];
}

export interface Report {
	title: string;
	file: FileContent;
	text?: string;
}

/** Of more, a reader finds nothing: the table above them has all creators. */
const MAX_PARTS = 30;
const MAX_DETAILED = 10;

/** One self-contained HTML page of what the items hold; what is not recognised becomes a table. */
export function* createReport(request: ReportRequest): Steps<Report> {
	const { items, madeAt, withText, source = {} } = request;
	const subjects: Subject[] = [];
	const evidence = new UnitEvidence();
	for (const item of items) {
		const subject = yield* readSubject(item);
		yield* evidence.add(subject);
		subjects.push(subject);
	}
	const groups = yield* groupsOf(subjects);
	const { creators, rest } = yield* topicsOf(groups, subjects);
	const isUnchecked = creators.some(({ row }) => row.check?.isUnchecked);
	const isComplete = !isUnchecked && subjects.every(({ json }) => json.incomplete === undefined);
	yield;
	const scope: Scope = { madeAt, units: evidence.units, isComplete, source };
	const detailed = creators.slice(0, creators.length > MAX_PARTS ? MAX_DETAILED : MAX_PARTS);
	const topics: Topic[] = [...detailed, ...rest.slice(0, MAX_PARTS)];
	const parts: Part[] = [];
	for (const topic of topics) parts.push(yield* partOf(topic, scope, topics.length > 1));
	const hasSeveral = creators.length > 1;
	const rows = yield* mapInSteps(creators, ({ row, groups: own }) => {
		const reason = shown(row.check?.reason || undefined, (text) => capitalised(`${text}.`));
		const found = own.flatMap((group) => verdictsOn(group, scope)).map(({ text }) => text);
		return { ...row, finding: [reason, ...found].filter(Boolean).join(' ') };
	});
	const verdicts = [
		...(hasSeveral ? verdictsByName(rows) : []),
		...parts.slice(hasSeveral ? detailed.length : 0).flatMap((part) => part.verdicts),
	];
	const overview = hasSeveral ? yield* drawn(creatorTables('Comparison', scope, rows)) : [];
	if (items.length === 0) overview.push(note('There were no items to report on.'));
	const results = countOf(creators.length + rest.length, 'result');
	if (creators.length + rest.length > topics.length)
		overview.push(note(`${fullNumber(topics.length)} of ${results} are shown in detail.`));
	const hidden = [...creators.slice(detailed.length), ...rest.slice(MAX_PARTS)];
	const leftOut = sumOf([
		...topics.flatMap((topic) => topic.groups.map(rowsLeftOut)),
		...hidden.flatMap((topic) => topic.groups.map((group) => group.rows.length)),
		...[Math.max(0, creators.length - MAX_CREATORS), rest.slice(MAX_PARTS).length],
	]);
	const days = daysOf(subjects);
	const title = request.title === '' ? titleOf(parts, creators.length) : request.title;
	const page = renderPage({
		title,
		isTitled: request.title !== '',
		madeAt,
		dataFrom: shown(days, dataFrom) ?? 'The items do not say when the data was made',
		verdicts: verdicts.map((each) => ({ ...each, tone: mutedTone(each.tone, isComplete) })),
		overview,
		parts,
		footer: footerOf(subjects, groups, scope, { days, leftOut }),
	});
	const profile = items.length === 1 ? profileName(items[0]) : undefined;
	const name = profile === undefined ? 'report.html' : reportName(profile, '.html');
	const file = { bytes: Buffer.from(page), name, type: 'text/html' };
	return { title, file, ...(withText && { text: page }) };
}

const verdictsOn = ({ subject, rows }: Group, scope: Scope): Verdict[] =>
	(KINDS[subject.kind].verdicts?.(subject, rows, scope) ?? []).filter((each) => each !== undefined);

const rowsLeftOut = ({ subject, rows }: Group): number =>
	Math.max(0, rows.length - (subject.kind === 'creators' ? MAX_CREATORS : MAX_ENTRIES));

/** When the data of an item was made. */
function dateOf({ json }: Row): string | undefined {
	const { seenAt } = isRecord(json.current) ? json.current : {};
	return [jobOf(json).finishedAt, seenAt].find((each) => typeof each === 'string');
}

function daysOf(rows: readonly Row[]): string | undefined {
	const dates = new Set(rows.map(dateOf));
	return daysBetween([...dates].flatMap((date) => shown(date, utcTime) ?? []));
}

const dataFrom = (days: string) => `Data ${days.includes(' to ') ? 'from' : 'of'} ${days}`;

/** A section for each of its groups. Of many parts, each verdict has the name of its part. */
function* partOf({ row, groups }: Topic, scope: Scope, isOneOfMany: boolean): Steps<Part> {
	const subjects = groups.map(({ subject }) => subject);
	const labels = subjects.map(labelOf);
	const [first] = groups;
	const isRows = subjects.every(({ kind }) => isRowKind(kind));
	const times = isRows ? (first?.rows ?? []).flatMap(({ time }) => time ?? []) : [];
	yield;
	const sections: Part['sections'] = [];
	for (const [at, group] of groups.entries()) {
		const title = [labels[at], shown(dateOf(group.subject), day)].filter(Boolean).join(', ');
		sections.push({ title, blocks: yield* sectionBlocks(group, scope) });
	}
	const label = (groups.length === 1 && labels[0]) || 'Creator';
	const name = row && (nameOf(row) ?? row.label);
	const title = name ?? (first === undefined ? '' : yield* titleIn(first, scope));
	const check = shown(row?.check, (each) => ({ text: checkText(each), tone: each.tone }));
	const verdicts = groups.flatMap((group) => verdictsOn(group, scope));
	const named = isOneOfMany && { title: `${label}, ${title}` };
	return {
		label,
		title,
		link: row?.url ?? (isRows ? undefined : first?.subject.traits.url),
		about: row
			? aboutCreator(row, isOneOfMany ? shown(daysOf(subjects), dataFrom) : undefined)
			: [daysBetween(times)],
		introduction: row?.introduction,
		verdicts: [...(check ? [check] : []), ...verdicts].map((each) => ({ ...each, ...named })),
		sections,
	};
}

function aboutCreator(row: CreatorRow, data: string | undefined): Part['about'] {
	const { language, verified, monitored } = row;
	return [...aboutOf(row), language, verified && 'Verified', monitored && 'Monitored', data];
}

function* drawn(blocks: Blocks): Steps<Markup[]> {
	const all = yield* mapInSteps(blocks, (each) => each);
	return all.filter((each) => each !== undefined);
}

/** What is missing in the items, each thing once; then the blocks of the kind. */
function* sectionBlocks({ subject, rows }: Group, scope: Scope): Steps<Markup[]> {
	const missing = new Set([subject, ...rows].map(({ json }) => json.incomplete));
	yield;
	const notes = [...missing].filter((text) => typeof text === 'string').map(note);
	// A period that was open when the data was made is still incomplete in it.
	const madeAt = shown(dateOf(subject), utcTime) ?? scope.madeAt;
	const blocks = [...notes, ...(yield* drawn(blocksOf(subject, rows, { ...scope, madeAt })))];
	return blocks.length > 0 ? blocks : [note('The item contains nothing to show.')];
}

/** A job has the name of its type. */
function labelOf({ kind, json }: Subject): string {
	const { type } = jobOf(json);
	return kind === 'job' && typeof type === 'string' ? inWords(type) : KINDS[kind].label;
}

const TERM_KEYS = words('keyword keywords query search_term search_string hashtag mention brand');
const MAX_TERMS = 3;
const MAX_TERM_LENGTH = 80;

/** Rows are named after the query or the brand that was asked for, if the request or the items say so. */
function* titleIn({ subject, rows }: Group, { source: { request = {} } }: Scope): Steps<string> {
	const { noun, title, label } = KINDS[subject.kind];
	const name = subject.kind === 'job' ? `Job ${textOf(jobOf(subject.json).id)}` : label;
	if (noun === undefined) return title?.(subject) ?? nameOf(subject.traits) ?? name;
	const asked = yield* mapInSteps(rows, ({ json }) => entryOf(json, TERM_KEYS));
	const inItems = new Set(asked.filter((each) => typeof each === 'string'));
	const terms = splitNames(entryOf(request, TERM_KEYS) ?? [...inItems]);
	const count = countOf(rows.length, noun);
	if (terms.length === 0 || terms.length > MAX_TERMS) return count;
	return `${count} ${noun === 'mention' ? 'of' : 'for'} ${cut(terms.join(', '), MAX_TERM_LENGTH)}`;
}

function titleOf(parts: readonly Part[], creators: number): string {
	const [first, ...others] = parts;
	if (first === undefined) return 'Report';
	if (others.length === 0) return `${first.label}: ${first.title}`;
	const isOneKind = others.every(({ label }) => label === first.label);
	if (creators <= 1) return 'Report';
	const count = countOf(creators, 'creator');
	return isOneKind ? `${first.label}: ${count}` : `Comparison of ${count}`;
}

const VERSION = '0.2.0';
const MAX_IDS = 20;
const RATED_BY =
	'As rated by the service. Severe are categories of hate, violence, weapons, crime, drugs, abuse, sexual content and self-harm.';

/** What a reader needs to trust the report, or to check it. */
function footerOf(
	subjects: readonly Subject[],
	groups: readonly Group[],
	{ source, units }: Scope,
	{ days, leftOut }: { days: string | undefined; leftOut: number },
): ReportDocument['footer'] {
	const ids = [...new Set(subjects.map(({ json }) => textOf(jobOf(json).id)).filter(Boolean))];
	const more = ids.length > MAX_IDS ? ` + ${fullNumber(ids.length - MAX_IDS)} more` : '';
	const kinds = [...new Set(groups.map(({ subject }) => subject.kind))];
	const isRated = kinds.some((kind) => /^(screening|change|flagged)$/.test(kind));
	const thresholds = new Set(kinds.map((kind) => KINDS[kind].thresholds));
	const unknown = Object.entries(units).filter(([, unit]) => unit === 'unknown');
	return [
		['Service', source.host ?? 'Not named in the items'],
		['Data as of', days ?? 'Not stated in the items'],
		[
			'Items',
			`${fullNumber(subjects.length)} read, ${leftOut > 0 ? countOf(leftOut, 'row') : 'none'} left out`,
		],
		['Jobs', `${ids.slice(0, MAX_IDS).join(', ')}${more}`],
		['Risk', isRated ? RATED_BY : ''],
		['Thresholds', [...thresholds].filter(Boolean).join(' ')],
		[UNIT_UNKNOWN, unknown.map(([name]) => inWords(name)).join(', ')],
		['Made with', `n8n-nodes-creator-intelligence ${VERSION}`],
	];
}
