/** Splits "a, b" or takes a list as it is. */
export function splitNames(names: unknown): string[] {
	const parts: unknown[] = Array.isArray(names) ? names : String(names ?? '').split(/[,\n]/);
	return parts.map((part) => String(part).trim()).filter((part) => part !== '');
}
