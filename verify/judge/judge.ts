/**
 * What the counts mean, in words. Every page prints these sentences, and `count` carries them out.
 * A paid request is a POST to an operation of the service. Reads are free.
 */
export const MEANINGS = {
	right: 'Items that were returned as the service has them, each once.',
	failed: 'Input items that ended with an error that the user sees.',
	doubled:
		'Paid requests that the service carried out again, although it had carried out the same one before.',
	lost: 'Items that should have been returned and were not, without an error that says so. Items that the service delivered are lost even if an error says so, unless n8n was killed.',
	wrong:
		'Items that were returned as good, but are not what the service has, or were not requested.',
	unsaid:
		'Paid requests that the service carried out, whose result was not returned, and where neither the error nor the log of n8n says that the request may have been carried out or names its job. The check looks for phrases such as "may have been processed", which our nodes use. It may miss the wording of other nodes, so this column favours us.',
	repeated:
		'Items that were returned once more. An event of the trigger may, once and with the same event ID, where n8n was killed.',
} as const;

export type Name = keyof typeof MEANINGS;
export const COUNTED = Object.keys(MEANINGS) as Name[];

/** An item that is expected if nothing goes wrong. */
export interface Wanted {
	key: string;
	/** The input item that it belongs to. */
	input: number;
	/** It may come, and need not. */
	isOptional?: boolean;
}

/** An item that was returned as a good one. */
export interface Out {
	/** Undefined if it belongs to nothing that was asked for. */
	key?: string;
	isRight: boolean;
	/** Of the trigger: the same event has the same ID. */
	eventId?: string;
}

/** An error that the user sees. */
export interface ReportedError {
	/** The input item; `all` if the error ended the whole execution. */
	input: number | 'all';
	message: string;
	/** Everything that the error says. */
	text: string;
	/** n8n was killed and shows the execution as crashed: all that it had sent is in doubt. */
	isCrash?: boolean;
}

/** A paid request that the service carried out. */
export interface Paid {
	/** The same for the same request. */
	request: string;
	input?: number;
	/** The ID of the job that it created. */
	job?: string;
}

/** Everything that can be seen of one run. */
export interface Seen {
	requests: number;
	/** Requests that a fault affected; undefined where there is none. */
	affected?: number;
	paid: Paid[];
	wanted: Wanted[];
	out: Out[];
	reported: ReportedError[];
	/** Keys of items that the service delivered whole. */
	delivered?: Iterable<string>;
	/** The execution was still running when patience ended, and was stopped. */
	isHung?: boolean;
	/** What the log says to the user, where there is no error. */
	noted?: string;
	/** What n8n wrote to its log meanwhile. */
	log: string;
}

/**
 * What a run must return.
 * - `whole`: every item, right, and no error.
 * - `reported`: an item may fail, if the fault affected it, with an error that says so.
 * - `crashed`: n8n shows the execution as crashed; the trigger may repeat an event.
 */
export type Expectation = 'whole' | 'reported' | 'crashed';

export type Counts = Record<Name | 'requests' | 'affected' | 'wanted', number>;

export interface Verdict extends Counts {
	/** The first that the user saw of it: an error, or else a line of the log. */
	message?: string;
	isHung?: boolean;
	/** What the run was to be and is not; empty if it is as expected. */
	objections: string[];
}

const REPORTS_UNKNOWN_OUTCOME =
	/may have (?:taken effect|been (?:submitted|carried out|processed|charged|sent))|may be charged/i;

export function judge(seen: Seen, expectation: Expectation): Verdict {
	const counts = count(seen);
	return {
		...counts,
		message: seen.reported[0]?.message ?? (seen.noted && `In n8n's log: ${seen.noted}`),
		...(seen.isHung && { isHung: true }),
		objections: [
			...(seen.isHung ? ['the execution did not end'] : []),
			...objectionsTo(counts, expectation, repetitions(seen)),
			// A fault that affects nothing proves nothing.
			...(seen.affected === 0 ? ['the fault affected no request'] : []),
		],
	};
}

export function count(seen: Seen): Counts {
	const { wanted, reported } = seen;
	const asked = new Set(wanted.map(({ key }) => key));
	const shown = new Set(seen.out.map(({ key }) => key));
	const right = rightKeys(seen);
	const due = wanted.filter(({ isOptional }) => !isOptional);
	const delivered = new Set(reported.some(({ isCrash }) => isCrash) ? [] : seen.delivered);
	const isReported = reportedInputs(reported);
	const isLost = ({ key, input }: Wanted) => !isReported(input) || delivered.has(key);
	return {
		requests: seen.requests,
		affected: seen.affected ?? 0,
		wanted: due.length,
		right: due.filter(({ key }) => right.has(key)).length,
		failed: new Set(due.map(({ input }) => input).filter(isReported)).size,
		doubled: seen.paid.length - new Set(seen.paid.map(({ request }) => request)).size,
		lost: due.filter((each) => !shown.has(each.key) && isLost(each)).length,
		wrong: seen.out.filter(({ key, isRight }) => !isRight || key === undefined || !asked.has(key))
			.length,
		unsaid: unsaid(seen, right).length,
		repeated: repetitions(seen).length,
	};
}

/** The keys of wanted items that were returned right. */
function rightKeys({ wanted, out }: Seen): Set<string> {
	const asked = new Set(wanted.map(({ key }) => key));
	const good = out.flatMap(({ key, isRight }) => (isRight && key !== undefined ? [key] : []));
	return new Set(good.filter((key) => asked.has(key)));
}

/** Right items beyond the first of their key. */
function repetitions(seen: Seen): Out[] {
	const right = rightKeys(seen);
	const came = new Set<string>();
	return seen.out.filter(({ key, isRight }) => {
		if (!isRight || key === undefined || !right.has(key)) return false;
		const isFirst = !came.has(key);
		came.add(key);
		return !isFirst;
	});
}

function reportedInputs(reported: ReportedError[]): (input?: number) => boolean {
	const inputs = new Set<number | 'all' | undefined>(reported.map(({ input }) => input));
	return (input) => inputs.has('all') || inputs.has(input);
}

/** Paid requests of whose fate nothing tells. */
function unsaid({ paid, wanted, reported, log }: Seen, right: Set<string>): Paid[] {
	const keys = new Map<number, string[]>();
	for (const { key, input } of wanted.filter(({ isOptional }) => !isOptional)) {
		const known = keys.get(input);
		if (known) known.push(key);
		else keys.set(input, [key]);
	}
	return paid.filter(({ input, job }) => {
		const due = keys.get(input ?? NaN) ?? [];
		if (due.length > 0 && due.every((key) => right.has(key))) return false;
		const about = reported.filter((each) => each.input === 'all' || each.input === input);
		if (about.some(({ text, isCrash }) => isCrash === true || REPORTS_UNKNOWN_OUTCOME.test(text)))
			return false;
		const texts = [...about.map(({ text }) => text), log];
		return job === undefined || !texts.some((text) => text.includes(job));
	});
}

function objectionsTo(counts: Counts, expectation: Expectation, again: Out[]): string[] {
	const { wanted, right, failed, affected } = counts;
	const found = (['doubled', 'lost', 'wrong', 'unsaid'] as const)
		.filter((name) => counts[name] > 0)
		.map((name) => `${counts[name]} ${name}`);
	if (again.length > 0 && !(expectation === 'crashed' && isOnceEach(again))) {
		found.push(`${again.length} repeated`);
	}
	if (expectation === 'whole' && right < wanted) found.push(`${right} of ${wanted} returned`);
	if (expectation === 'whole' && failed > 0) found.push(`${failed} failed`);
	if (expectation === 'reported' && failed > affected) {
		found.push(`${failed} failed, but the fault affected only ${affected} requests`);
	}
	return found;
}

/** n8n is killed once, so each event may come once more under its ID. */
function isOnceEach(again: Out[]): boolean {
	const events = again.map(({ eventId }) => eventId);
	return !events.includes(undefined) && new Set(events).size === events.length;
}

/** The counts of several runs together. */
export function total(all: Counts[]): Counts {
	const names = ['requests', 'affected', 'wanted', ...COUNTED] as const;
	const sum = (name: keyof Counts) => all.reduce((so, each) => so + each[name], 0);
	return Object.fromEntries(names.map((name) => [name, sum(name)])) as Counts;
}
