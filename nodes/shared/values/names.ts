import { textOf } from './text';

/** Splits "a, b" or takes a list as it is. */
export function splitNames(names: unknown): string[] {
	const parts: unknown[] = Array.isArray(names) ? names : textOf(names).split(/[,\n]/);
	return parts.map((part) => textOf(part).trim()).filter((part) => part !== '');
}
