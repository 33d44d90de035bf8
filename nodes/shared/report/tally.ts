import type { Share } from '../recognition/breakdowns';

/** How often there is each. */
export function counted(values: ReadonlyArray<string | undefined>): Share[] {
	const counts = new Map<string, number>();
	for (const value of values) {
		if (value !== undefined) counts.set(value, (counts.get(value) ?? 0) + 1);
	}
	return [...counts].map(([label, value]) => ({ label, value }));
}

/** The first so many in falling order, without sorting all of them. */
export function highest<T>(all: readonly T[], most: number, rank: (each: T) => number): T[] {
	const found: Array<{ each: T; value: number }> = [];
	for (const each of all) {
		const value = rank(each);
		const isFull = found.length >= most;
		if (isFull && !(value > (found.at(-1)?.value ?? 0))) continue;
		const at = found.findIndex((other) => other.value < value);
		found.splice(at === -1 ? found.length : at, 0, { each, value });
		if (isFull) found.pop();
	}
	return found.map(({ each }) => each);
}
