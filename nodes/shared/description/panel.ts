/** Without `localeCompare`, whose first call costs more than loading all nodes. */
export function byName<T extends { name: string }>(all: readonly T[]): T[] {
	const key = ({ name }: T) => name.toLowerCase();
	return [...all].sort((a, b) => (key(a) < key(b) ? -1 : 1));
}
