/** Throws what was caught. Whatever is not an error becomes one. */
export function rethrow(caught: unknown): never {
	throw caught instanceof Error ? caught : new Error(String(caught));
}
