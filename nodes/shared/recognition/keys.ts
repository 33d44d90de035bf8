/** Keys come again and again, in every response and for every rule. */
const MAX_MEMOIZED = 5_000;
/** A longer key is a text: it says nothing of what it stands for. */
const MAX_KEY_LENGTH = 100;

/** What stands before words of a vocabulary or of headers: `@odata.nextLink`, `x-pagination-page`. */
const PREFIX =
	/^(?:@odata\.|odata\.|hydra:|opensearch:|os:|(?:x-)?(?:[a-z]+-)?(?:pagination|paging|page-info)-|x-(?:(?!rate|credit|quota|cost)[a-z]+-(?=total(?:-?pages|-?count)?$))?)/i;

export function memoize<T>(read: (key: string) => T): (key: string) => T {
	const known = new Map<string, T>();
	return (key) => {
		const found = known.get(key);
		if (found !== undefined) return found;
		const value = read(key);
		if (key.length <= MAX_KEY_LENGTH) {
			if (known.size >= MAX_MEMOIZED) known.clear();
			known.set(key, value);
		}
		return value;
	};
}

export const withoutPrefix = (key: string): string =>
	key.length > MAX_KEY_LENGTH ? '' : key.replace(PREFIX, '');

/** One spelling for `next_page`, `nextPage`, `NextPage` and `next-page`, to compare keys by. */
export const normalizeKey = memoize((key: string): string =>
	withoutPrefix(key)
		.toLowerCase()
		.replace(/[^\p{L}\d]/gu, ''),
);

/** `exportStatus`, `export_status` and `Export-Status` are the same words. */
export const splitKey = memoize((key: string): readonly string[] =>
	(key.length > MAX_KEY_LENGTH ? '' : key)
		.replace(/([a-z\d])([A-Z])/g, '$1 $2')
		.replace(/([A-Z])([A-Z][a-z])/g, '$1 $2')
		.toLowerCase()
		.split(/[^\p{L}\d]+/u)
		.filter((word) => word !== ''),
);

/** A test of the words of a key, with single spaces between them. */
export const matchesKey = (pattern: RegExp): ((key: string) => boolean) =>
	memoize((key) => pattern.test(splitKey(key).join(' ')));

/** Such tests under names. */
export function keyTests<Name extends string>(
	patterns: Record<Name, RegExp>,
): Record<Name, (key: string) => boolean> {
	const tests = Object.entries<RegExp>(patterns).map(([name, each]) => [name, matchesKey(each)]);
	return Object.fromEntries(tests) as Record<Name, (key: string) => boolean>;
}

export const words = (...lines: string[]): string[] => lines.flatMap((line) => line.split(' '));

export const joinPath = (...parts: string[]): string =>
	parts.filter((part) => part !== '').join('.');

export const lastKey = (path: string, separator = '.'): string =>
	path.slice(path.lastIndexOf(separator) + 1);

/** The key at a path, as a request may call it, too. */
export const keyAt = (path = ''): string => withoutPrefix(lastKey(path));

export const parentPath = (path: string): string =>
	path.slice(0, Math.max(path.lastIndexOf('.'), 0));
