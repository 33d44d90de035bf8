import type { Totals } from '../scripts/results';
import { Problem } from '../scripts/n8n/problem';
import type { N8nVersion } from '../scripts/n8n/runtime';

export interface Arguments {
	/** Minutes instead of hours, and nothing is saved. */
	isShort: boolean;
	/** Names of scenarios, separated by commas. */
	only?: string;
	line: N8nVersion;
	/** Of all that is random. */
	seed: number;
	/** Of each campaign in the nights. */
	creators?: number;
}

/** Runs to its end, prints and saves what it has found, and counts what is as expected. */
export type Experiment = (args: Arguments) => Promise<Totals>;

/** The entries of a record, each with its name as ID. */
export const withIds = <T extends object>(all: Record<string, T>): Array<T & { id: string }> =>
	Object.entries(all).map(([id, each]) => ({ id, ...each }));

/** Those that --only names; all where it is not given. */
export function chosen<T extends { readonly id: string }>(all: readonly T[], only?: string): T[] {
	if (only === undefined) return [...all];
	return only.split(',').map((id) => {
		const found = all.find((each) => each.id === id);
		if (!found) throw new Problem(`--only takes ${all.map((each) => each.id).join(', ')}.`);
		return found;
	});
}

export const totalsOf = (results: Array<{ objections: string[] }>): Totals => {
	const failed = results.filter(({ objections }) => objections.length > 0).length;
	return { passed: results.length - failed, failed };
};
