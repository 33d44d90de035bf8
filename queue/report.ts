import { aligned } from '../scripts/docs';
import type { Outcome, Plan } from './run';

export interface Results extends Outcome {
	date: string;
	versions: { package: string; n8n: string; node: string };
	machine: { cores: number; loadAtStart: number; loadAtEnd: number };
	plan: Plan;
	/** What is not as it should be. */
	objections: string[];
}

export function table(results: Results): string {
	return aligned([[JSON.stringify(results, null, 1)]]);
}
export const page = (results: Results) => table(results);
