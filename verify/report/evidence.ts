import { writeDocument } from './documents';
import { MEANINGS, type Name } from '../judge/judge';
import { header, type Provenance } from './provenance';

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
	await writeDocument(`evidence/${name}.json`, linesOf({ provenance, ...figures }));
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

/** The sentences that the counts stand for. */
export const meanings = (names: readonly Name[], more: Record<string, string> = {}): string =>
	[...names.map((name) => [name, MEANINGS[name]]), ...Object.entries(more)]
		.map(([name, meaning]) => `- **${name}**: ${meaning}`)
		.join('\n');
