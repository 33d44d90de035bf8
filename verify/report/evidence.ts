import { savedFigures, writeDocument } from './documents';
import { MEANINGS, type Name } from '../judge/judge';
import { header, type Provenance, provenanceOfParts } from './provenance';

interface Evidence {
	name: string;
	provenance: Provenance;
	/** Every round, so that each figure of the page can be computed again. */
	figures: object;
	page: string;
	/** Otherwise the page is only printed. */
	isSaved: boolean;
}

/** Prints a page, and saves it with its figures. */
export async function publish(evidence: Evidence): Promise<void> {
	const { name, provenance, figures, page, isSaved } = evidence;
	console.log(`\n${page}\n`);
	if (!isSaved) return;
	const text = linesOf({ provenance, ...figures });
	await writeDocument(`evidence/${name}.json`, text, { isFormatted: true });
	await writeDocument(`evidence/${name}.md`, `${header(provenance)}\n${page}\n`);
}

/** More digits than that are noise. */
const DIGITS = 5;

const short = (value: unknown): string =>
	JSON.stringify(value, (_, each: unknown) =>
		typeof each === 'number' && !Number.isInteger(each) ? Number(each.toPrecision(DIGITS)) : each,
	);

/** One line for each field, and for each record of a list. */
function linesOf(figures: object): string {
	const fields = Object.entries(figures).map(([name, value]: [string, unknown]) => {
		const rows = Array.isArray(value) && value.length > 0 ? value.map(short) : undefined;
		return `"${name}": ${rows ? `[\n${rows.join(',\n')}\n]` : short(value)}`;
	});
	return `{\n${fields.join(',\n')}\n}\n`;
}

interface Parts<T> extends Pick<Evidence, 'name' | 'provenance' | 'isSaved'> {
	/** What was measured now. */
	news: T[];
	/** Which part it is: newer ones take the place of older ones. */
	idOf: (part: T) => string;
	/** Some were measured and no others: those that were saved stay. */
	keepsOthers: boolean;
	page: (results: T[], provenance: Provenance) => string;
	/** Saves other forms of the page. */
	more?: (results: T[], provenance: Provenance) => Promise<void>;
}

/** The same for figures that can be measured part by part. They are as old as the oldest part. */
export async function publishParts<T>(all: Parts<T>): Promise<void> {
	const { name, news, idOf, keepsOthers, provenance, page, isSaved } = all;
	const saved = keepsOthers ? savedFigures<SavedParts<T>>(`evidence/${name}.json`) : undefined;
	const ids = new Set(news.map(idOf));
	const kept = (saved?.results ?? []).filter((part) => !ids.has(idOf(part)));
	const measured = Object.fromEntries([
		...kept.map((part) => [idOf(part), saved?.measured?.[idOf(part)] ?? saved?.provenance]),
		...news.map((part) => [idOf(part), provenance]),
	]) as Record<string, Provenance>;
	const from = provenanceOfParts(measured);
	const results = [...kept, ...news];
	const figures = { measured, results };
	await publish({ name, provenance: from, figures, page: page(results, from), isSaved });
	if (isSaved) await all.more?.(results, from);
}

/** Figures as they are saved. A page without `measured` is as old as its parts. */
export interface SavedParts<T> {
	provenance: Provenance;
	/** By the part's ID. */
	measured?: Record<string, Provenance>;
	results: T[];
}

/** The sentences that the counts stand for. */
export const meanings = (names: readonly Name[], more: Record<string, string> = {}): string =>
	[...names.map((name) => [name, MEANINGS[name]]), ...Object.entries(more)]
		.map(([name, meaning]) => `- **${name}**: ${meaning}`)
		.join('\n');
