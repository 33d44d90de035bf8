import { valueAt } from '../values/paths';
import { isRecord } from '../values/records';

/** Something that was recognised, and where it stood. */
export interface Found<T> {
	value: T;
	/** Dotted, from the root of the answer; '' is the answer itself. */
	path: string;
}

interface Lookup<T> {
	/** Dotted paths to the objects to look into, in order; '' is the root. */
	containers: readonly string[];
	/** In order; a dot leads one level down. */
	keys: readonly string[];
	/** What the value means; `undefined` if it is not what is looked for. */
	read: (raw: unknown) => T | undefined;
}

/** The first of these keys in the first of these containers that holds what is looked for. */
export function firstIn<T>(
	answer: unknown,
	{ containers, keys, read }: Lookup<T>,
): Found<T> | undefined {
	for (const container of containers) {
		const holder = valueAt(answer, container);
		if (!isRecord(holder)) continue;
		for (const key of keys) {
			const value = read(valueAt(holder, key));
			if (value !== undefined) return { value, path: join(container, key) };
		}
	}
	return undefined;
}

function join(...parts: string[]): string {
	return parts.filter((part) => part !== '').join('.');
}
