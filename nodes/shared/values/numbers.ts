/** `Math.max(...values)` overflows the stack where there are many. */
export function maxOf(values: Iterable<number>): number {
	let most = -Infinity;
	for (const each of values) most = Math.max(most, each);
	return most;
}

export function minOf(values: Iterable<number>): number {
	let least = Infinity;
	for (const each of values) least = Math.min(least, each);
	return least;
}
