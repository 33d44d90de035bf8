import { type Counts, judge, type Seen, total, type Verdict } from '../judge/judge';

/** All executions of one workflow. */
export interface WorkflowResult {
	name: string;
	executions: number;
	/** Executions during which no fault affected a request such as theirs. */
	calm: number;
	counts: Counts;
	/** What is not as it should be; empty if all is well. */
	objections: string[];
}

export interface Execution {
	id: string;
	seen: Seen;
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
	const judged = executions.map(({ id, seen }) => ({ id, seen, verdict: judgeOne(seen) }));
	const counts = total(judged.map(({ verdict }) => verdict));
	const least = counts.wanted < MANY ? MIN_RIGHT.ofFew : MIN_RIGHT.ofMany;
	const bad = judged.flatMap(({ id, seen, verdict }) =>
		verdict.objections.map(
			(text) => `execution ${id}: ${text}: ${seen.reported[0]?.message ?? ''}`,
		),
	);
	return {
		name,
		executions: executions.length,
		calm: executions.filter(({ seen }) => seen.affected === undefined).length,
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

const judgeOne = (seen: Seen): Verdict =>
	judge(seen, seen.affected === undefined ? 'whole' : 'reported');
