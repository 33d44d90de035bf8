import { describePinned } from './pinned';

interface Combinations {
	/** In test/fixtures/readings/combinations. */
	file: string;
	keys: string[];
	values: unknown[];
	/** By where they put what is read. */
	wrappers: Record<string, (body: object) => unknown>;
	/** What else there is, by its description. */
	companions: Record<string, object>;
	read: (body: unknown) => unknown;
}

/**
 * Small answers with each value under each name, at each place, beside each companion, as they are
 * read: which values are read alike, and how, and which are read otherwise beside a companion. A
 * change of the rules that is meant shows there, line by line: READINGS=write npx jest combinations
 */
export function describeCombinations(combinations: Combinations): void {
	const { file, keys } = combinations;
	describePinned({
		file: `combinations/${file}`,
		name: `is read as before, with each value and neighbour: ${file} %s`,
		cases: keys,
		titleOf: (key) => key,
		linesOf: (key) => linesOf(key, combinations),
	});
}

function linesOf(key: string, { values, wrappers, companions, read }: Combinations): string[] {
	return Object.entries(wrappers).flatMap(([place, wrap]) => {
		const alone = values.map((value) => written(read(wrap({ [key]: value })), value));
		const beside = Object.entries(companions).flatMap(([description, companion]) => {
			const readings = values.map((value) =>
				written(read(wrap({ ...companion, [key]: value })), value),
			);
			// Most companions change little.
			const changed = values.map((value, at) =>
				readings[at] === alone[at] ? undefined : ([value, readings[at]] as const),
			);
			return [`${place}, ${description}`, ...alike(changed)];
		});
		return [place, ...alike(values.map((value, at) => [value, alone[at]] as const)), ...beside];
	});
}

/** A line for each reading, with the values that are read so. */
function alike(readings: Array<readonly [value: unknown, reading: string] | undefined>): string[] {
	const values = new Map<string, string[]>();
	for (const [value, reading] of readings.filter((each) => each !== undefined)) {
		values.set(reading, [...(values.get(reading) ?? []), short(JSON.stringify(value))]);
	}
	return [...values].map(([reading, shown]) => `  ${shown.join(' ')}: ${reading}`);
}

/** Without what is the value itself: then those that are read alike share a line. */
function written(reading: unknown, value: unknown): string {
	if (reading === undefined) return '-';
	const itself = new Set([JSON.stringify(value), JSON.stringify(String(value))]);
	const parts = Object.entries(reading as object)
		.filter(([, part]) => part !== undefined)
		.map(([name, part]) => {
			const text = JSON.stringify(part);
			return itself.has(text) ? `${name}=*` : `${name}=${short(text)}`;
		});
	return parts.join(' ') || '-';
}

function short(text: string): string {
	return text.length > 80 ? `${text.slice(0, 77)}...` : text;
}
