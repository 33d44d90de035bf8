/** What the counts mean, in words. The page prints these sentences, and `judge` carries them out. */
export const MEANINGS = {
	requests: 'Requests to the service after n8n was started again.',
	paid: 'Paid requests (POSTs), before n8n was killed and after. One that was on its way counts as carried out.',
	events: 'Events that came out, each counted once.',
	repeated: 'Items that came out again, with the same event ID or job ID.',
	doubled: 'Paid requests beyond the one that was to be sent.',
	crashed:
		'Events that came out into an execution which n8n was killed in, and nowhere else. n8n shows it as crashed, with the item in its data, and does not run it again.',
	lost: 'Events that did not come out, and of which nothing says so.',
	wrong: 'Items that are not what the service has.',
} as const;

export type CountName = keyof typeof MEANINGS;
export const COUNTED = Object.keys(MEANINGS) as CountName[];
export type Counts = Record<CountName, number>;

/** An item on the first output. */
export interface Event {
	eventId: string;
	isRight: boolean;
}

/** An item on the output Submitted; `nothing` if it names no job and does not say why. */
export type Told = { kind: 'job'; id: string } | { kind: 'doubt' } | { kind: 'nothing' };

/** All that can be seen of one moment, when n8n runs again and nothing more comes. */
export interface Seen {
	/** After the restart. */
	requests: number;
	/** The jobs that the trigger has submitted, before the crash and after. */
	jobs: string[];
	finished: Event[];
	submitted: Told[];
	/** On the first output of executions that n8n shows as crashed, before the trigger was run. */
	crashed: Event[];
	/** Why nobody can tell what came out. */
	problem?: string;
}

export interface Verdict extends Counts {
	/** The trigger says that it does not know whether its request was submitted. */
	isInDoubt: boolean;
	/** What the moment was to be and is not; empty if it is as expected. */
	objections: string[];
}

export function judge({ requests, jobs, finished, submitted, crashed, problem }: Seen): Verdict {
	const events = new Set(finished.filter(({ isRight }) => isRight).map(({ eventId }) => eventId));
	const told = new Set(submitted.flatMap((each) => (each.kind === 'job' ? [each.id] : [])));
	const doubts = submitted.filter(({ kind }) => kind === 'doubt').length;
	const isInDoubt = doubts > 0;
	const isMissing = events.size === 0 && !isInDoubt;
	const isHeld = crashed.some(({ isRight }) => isRight);
	const repeatedEvents = finished.length - new Set(finished.map(({ eventId }) => eventId)).size;
	const repeatedJobs = submitted.length - told.size - Math.min(1, doubts);
	const counts: Counts = {
		requests,
		paid: jobs.length,
		events: events.size,
		repeated: repeatedEvents + repeatedJobs,
		doubled: Math.max(0, jobs.length - 1),
		crashed: isMissing && isHeld ? 1 : 0,
		lost: isMissing && !isHeld ? 1 : 0,
		wrong:
			finished.filter(({ isRight }) => !isRight).length +
			Math.max(0, events.size - 1) +
			[...told].filter((id) => !jobs.includes(id)).length +
			submitted.filter(({ kind }) => kind === 'nothing').length,
	};
	const found = (['doubled', 'lost', 'wrong'] as const)
		.filter((name) => counts[name] > 0)
		.map((name) => `${counts[name]} ${name}`);
	// n8n is killed once: each output may repeat its last item, once.
	if (repeatedEvents > 1 || repeatedJobs > 1) found.push(`${counts.repeated} repeated`);
	if (isInDoubt && (events.size > 0 || told.size > 0)) {
		found.push('in doubt, although the job is known');
	}
	return { ...counts, isInDoubt, objections: problem === undefined ? found : [problem] };
}
