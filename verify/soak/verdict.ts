import { type Counts, judge, total } from '../judge/judge';
import type { Observation } from '../judge/types';

/** All executions of one workflow. */
export interface WorkflowResult {
	name: string;
	executions: number;
	/** Executions during which no fault affected a request such as theirs; absent for the trigger, whose polls are one run. */
	calm?: number;
	counts: Counts;
	/** What is not as it should be; empty if all is well. */
	objections: string[];
}

export interface Execution {
	id: string;
	observation: Observation;
}

/** Faults affect a fifth of all requests: a workflow that returns fewer correct items than this does not work. */
const MIN_RIGHT = { ofMany: 0.5, ofFew: 0.2 };
const MANY = 100;
const MAX_SHOWN = 3;

/**
 * An execution that no fault could reach has to be whole. In the others, an item may fail, with an
 * error that says so. How many requests of its own were affected is not known: a connection that is cut
 * early has no body to tell whose it was.
 */
export function workflowResult(name: string, executions: Execution[]): WorkflowResult {
	const judged = executions.map(({ id, observation }) => ({
		id,
		verdict: judge(observation, observation.affected === undefined ? 'whole' : 'reported'),
	}));
	const counts = total(judged.map(({ verdict }) => verdict));
	const least = counts.wanted < MANY ? MIN_RIGHT.ofFew : MIN_RIGHT.ofMany;
	const bad = judged.flatMap(({ id, verdict: { objections, message = '' } }) =>
		objections.map((text) => `execution ${id}: ${text}: ${message}`),
	);
	return {
		name,
		executions: executions.length,
		calm: executions.filter(({ observation }) => observation.affected === undefined).length,
		counts,
		objections: [
			...bad.slice(0, MAX_SHOWN),
			...(bad.length > MAX_SHOWN ? [`${bad.length - MAX_SHOWN} more`] : []),
			...(counts.wanted === 0 ? ['nothing was wanted'] : []),
			...(counts.right < least * counts.wanted
				? [`${counts.right} of ${counts.wanted} right`]
				: []),
		],
	};
}
