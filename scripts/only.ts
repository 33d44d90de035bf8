import { Problem } from './n8n/problem';

/** Those that --only names, separated by commas; all where it is not given. */
export function chosen<T extends { readonly id: string }>(all: readonly T[], only?: string): T[] {
	if (only === undefined) return [...all];
	return only.split(',').map((id) => {
		const found = all.find((each) => each.id === id);
		if (!found) throw new Problem(`--only takes ${all.map((each) => each.id).join(', ')}.`);
		return found;
	});
}
