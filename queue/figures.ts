/** What one call to n8n was for, and everything that can be seen of it. */
export interface Call {
	/** The body of the paid request, or the address that is read. */
	asked: string;
	kind: 'job' | 'read';
	/** n8n has taken it. Otherwise the caller got an error, and knows. */
	isAccepted: boolean;
	/** What came out of an execution that succeeded. */
	results: Array<{ isRight: boolean }>;
	/** The jobs that the service made of it. */
	jobs: string[];
	/** They were submitted in the very moment in which the worker was killed. */
	isUnderWay?: boolean;
}

/**
 * What became of a call.
 * - `arrived`: its result came out.
 * - `named`: the service has a job, n8n lost the execution, and the ID of the job is on record.
 * - `underWay`: the worker was killed while it submitted the job, before it could write the ID down.
 * - `unnamed`: the service has a job that nothing tells of, for no such reason.
 * - `noJob`: n8n took the call and lost it, and the service has no job.
 * - `refused`: n8n did not take the call.
 */
export type Fate = 'arrived' | 'named' | 'underWay' | 'unnamed' | 'noJob' | 'refused';

export const FATES: Record<Fate, string> = {
	arrived: 'the result came out',
	named: 'n8n lost the execution; the ID of the job is in the log',
	underWay: 'the worker was killed while it submitted the job; nothing names it',
	unnamed: 'n8n lost the execution; nothing names the job',
	noJob: 'n8n lost the execution; there is no job',
	refused: 'n8n refused the call, and the caller was told',
};

export function fateOf(call: Call, isNamed: (job: string) => boolean): Fate {
	if (call.results.some(({ isRight }) => isRight)) return 'arrived';
	if (call.jobs.length === 0) return call.isAccepted ? 'noJob' : 'refused';
	if (call.jobs.every(isNamed)) return 'named';
	return call.isUnderWay ? 'underWay' : 'unnamed';
}

export interface Tally {
	calls: number;
	fates: Record<Fate, number>;
	/** Results that are not what the service has. */
	wrong: number;
	/** Results that came out once more. */
	repeated: number;
	/** Paid requests that were sent more than once. */
	doubled: number;
}

export function tallyOf(calls: Call[], isNamed: (job: string) => boolean): Tally {
	const fates: Tally['fates'] = {
		...{ arrived: 0, named: 0, underWay: 0 },
		...{ unnamed: 0, noJob: 0, refused: 0 },
	};
	for (const call of calls) fates[fateOf(call, isNamed)] += 1;
	const sum = (of: (call: Call) => number) => calls.reduce((all, call) => all + of(call), 0);
	const extra = (count: number) => Math.max(0, count - 1);
	const right = ({ results }: Call) => results.filter(({ isRight }) => isRight).length;
	return {
		calls: calls.length,
		fates,
		wrong: sum(({ results }) => results.filter(({ isRight }) => !isRight).length),
		repeated: sum((call) => extra(right(call))),
		doubled: sum(({ jobs }) => extra(jobs.length)),
	};
}

/** Executions that n8n took and lost. */
export const lostIn = ({ named, underWay, unnamed, noJob }: Tally['fates']): number =>
	named + underWay + unnamed + noJob;

/** The jobs that a log tells of. */
export function jobsNamedIn(log: string): string[] {
	const found = [...log.matchAll(/Submitted the job (\S+) for item \d+/g)].map(([, id]) => id);
	return [...new Set(found)];
}

/** What the run was, beside what became of the calls. */
export interface Circumstances {
	/** Executions that one worker runs at once. */
	concurrency: number;
	/** Executions that the killed worker was running. */
	running: number;
	/** Of jobs that an operator knows from the log alone: those whose result `Get` brought. */
	recovered: number;
	/** Executions by the status that n8n shows in the end. */
	statuses: Record<string, number>;
	/** Processes that ended though nobody ended them. */
	ended: string[];
}

/** What is not as it should be; empty if all is well. */
export function objectionsTo({ fates, ...tally }: Tally, around: Circumstances): string[] {
	const found = (['wrong', 'repeated', 'doubled'] as const)
		.filter((name) => tally[name] > 0)
		.map((name) => `${tally[name]} ${name}`);
	if (fates.unnamed > 0) found.push(`${fates.unnamed} jobs that nothing names`);
	if (around.recovered < fates.named) {
		found.push(`${around.recovered} of ${fates.named} lost results were recovered`);
	}
	// A worker that was idle when it was killed proves nothing.
	if (around.running === 0) found.push('the killed worker was running nothing');
	const lost = lostIn(fates);
	const { dropped, stuck } = lossesOfN8n({ ...tally, fates }, around);
	const explained = around.concurrency + dropped + stuck;
	if (lost > explained) found.push(`${lost} executions lost, and n8n explains ${explained}`);
	for (const name of around.ended) found.push(`${name} ended by itself`);
	return found;
}

/** What n8n lost itself, beside what a killed worker had taken from the queue. */
export interface Losses {
	/** Calls that n8n has taken, and shows no execution of. */
	dropped: number;
	/** Executions that n8n shows as going on, though nobody runs them. */
	stuck: number;
}

export function lossesOfN8n({ calls, fates }: Tally, { statuses }: Circumstances): Losses {
	const shown = Object.entries(statuses);
	const sum = (entries: Array<[string, number]>) => entries.reduce((all, [, n]) => all + n, 0);
	return {
		dropped: Math.max(0, calls - fates.refused - sum(shown)),
		stuck: sum(shown.filter(([status]) => !isOver(status))),
	};
}

const OVER = new Set(['success', 'error', 'crashed', 'canceled']);

export const isOver = (status: string): boolean => OVER.has(status);

export function countBy(names: string[]): Record<string, number> {
	const counts: Record<string, number> = {};
	for (const name of names) counts[name] = (counts[name] ?? 0) + 1;
	return counts;
}

/** The same figures of several kinds of calls together. */
export function sumOf(tallies: Tally[]): Tally {
	const sum = (of: (tally: Tally) => number) => tallies.reduce((all, each) => all + of(each), 0);
	const fate = (name: Fate) => sum(({ fates }) => fates[name]);
	return {
		calls: sum(({ calls }) => calls),
		fates: {
			arrived: fate('arrived'),
			named: fate('named'),
			underWay: fate('underWay'),
			unnamed: fate('unnamed'),
			noJob: fate('noJob'),
			refused: fate('refused'),
		},
		wrong: sum(({ wrong }) => wrong),
		repeated: sum(({ repeated }) => repeated),
		doubled: sum(({ doubled }) => doubled),
	};
}
