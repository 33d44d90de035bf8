import { savedFigures, writeDocument } from './documents';
import { MEANINGS, type Name } from '../judge/judge';
import { header, oldest, type Provenance } from './provenance';

/** Writes the figures and the page that shows them. */
export async function saveEvidence(
	name: string,
	provenance: Provenance,
	figures: object,
	page: string,
): Promise<void> {
	const text = linesOf({ provenance, ...figures });
	await writeDocument(`evidence/${name}.json`, text, { isFormatted: true });
	await writeDocument(`evidence/${name}.md`, `${header(provenance)}\n${page}\n`);
}

/** More digits than that are noise. */
const DIGITS = 5;

const short = (value: unknown): string =>
	JSON.stringify(value, (_, each: unknown) =>
		typeof each === 'number' ? Number(each.toPrecision(Math.max(DIGITS, wholeDigits(each)))) : each,
	);

const wholeDigits = (value: number): number => Math.trunc(Math.abs(value)).toString().length;

/** One line for each field, and for each record of a list. */
function linesOf(figures: object): string {
	const fields = Object.entries(figures).map(([name, value]: [string, unknown]) => {
		const rows = Array.isArray(value) && value.length > 0 ? value.map(short) : undefined;
		return `"${name}": ${rows ? `[\n${rows.join(',\n')}\n]` : short(value)}`;
	});
	return `{\n${fields.join(',\n')}\n}\n`;
}

interface Parts<T> {
	name: string;
	/** What was measured now. */
	news: T[];
	/** Which part it is: newer ones take the place of older ones. */
	idOf: (part: T) => string;
	/** Set if some were measured and no others: those that were saved stay. */
	only?: string;
	provenance: Provenance;
	page: (results: T[], provenance: Provenance) => string;
}

/** The same for figures that can be measured part by part. They are as old as the oldest part. */
export async function saveParts<T>(all: Parts<T>): Promise<void> {
	const { name, news, idOf, only, provenance, page } = all;
	const saved = savedFigures<SavedParts<T>>(`evidence/${name}.json`);
	const ids = new Set(news.map(idOf));
	const kept = only === undefined || saved === undefined ? [] : partsOf(saved, idOf);
	const parts = [
		...kept.filter(({ id }) => !ids.has(id)),
		...news.map((part) => ({ id: idOf(part), part, from: provenance })),
	];
	const measured = Object.fromEntries(parts.map(({ id, from: each }) => [id, each]));
	const from = provenanceOfParts(measured);
	const results = parts.map(({ part }) => part);
	await saveEvidence(name, from, { measured, results }, page(results, from));
}

/** Figures as they are saved. */
export interface SavedParts<T> {
	provenance: Provenance;
	/** By the part's ID. */
	measured?: Record<string, Provenance>;
	results: T[];
}

/** A page without `measured` is as old as its parts. */
const partsOf = <T>(
	{ provenance, measured = {}, results }: SavedParts<T>,
	idOf: Parts<T>['idOf'],
) => results.map((part) => ({ id: idOf(part), part, from: measured[idOf(part)] ?? provenance }));

/** That of the oldest part. */
export function provenanceOfParts(measured: Record<string, Provenance>): Provenance {
	const all = Object.values(measured);
	const first = oldest(all);
	const hasLaterParts = all.some(({ commit }) => commit !== first.commit);
	return hasLaterParts ? { ...first, hasLaterParts } : first;
}

/** The sentences that the counts stand for. */
export const meanings = (names: readonly Name[], more: Record<string, string> = {}): string =>
	[...names.map((name) => [name, MEANINGS[name]]), ...Object.entries(more)]
		.map(([name, meaning]) => `- **${name}**: ${meaning}`)
		.join('\n');
