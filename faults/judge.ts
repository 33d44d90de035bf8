/**
 * What the counts mean, in words. The page prints these sentences, and `judge` carries them out.
 * A paid request is a POST to an operation of the service. Reads are free.
 */
export const MEANINGS = {
	right: 'Items that came out as the service has them, each once.',
	failed: 'Input items that ended with an error that the user sees.',
	doubled:
		'Paid requests that the service carried out again, although it had carried out the same one before.',
	lost: 'Items that should have come out and did not, without an error that says so.',
	wrong:
		'Items that came out as good, but are not what the service has, or that came out more than once.',
	unsaid:
		'Paid requests that the service carried out, whose result did not come out, and where neither the error nor the log of n8n says that the request may have been carried out or names its job. The check looks for phrases such as "may have taken effect", which are the phrases of our nodes; other wording may say it in other words, so this column favours us.',
	repeated:
		'Events of the trigger that came out again with the same event ID. This is allowed only where n8n was killed.',
} as const;

/** An item that comes out if nothing goes wrong. */
export interface Wanted {
	key: string;
	/** The input item that it belongs to. */
	input: number;
}

/** An item that came out as a good one. */
export interface Out {
	/** Undefined if it belongs to nothing that was asked for. */
	key?: string;
	isRight: boolean;
	/** Of the trigger: the same event has the same ID. */
	eventId?: string;
}

/** An error that the user sees. */
export interface Told {
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
	/** The ID of the job that came of it. */
	job?: string;
}

/** Everything that can be seen of one cell. */
export interface Seen {
	requests: number;
	/** Requests that the fault struck. */
	struck: number;
	paid: Paid[];
	wanted: Wanted[];
	out: Out[];
	told: Told[];
	/** The execution was still running when patience ended, and was stopped. */
	isHung?: boolean;
	/** What the log says to the user, where there is no error. */
	noted?: string;
	/** What n8n wrote to its log meanwhile. */
	log: string;
}

/**
 * What must come out of a cell.
 * - `whole`: every item, right, and no error.
 * - `told`: an item may fail, if the fault struck it, with an error that says so.
 * - `crashed`: n8n shows the execution as crashed; the trigger may repeat an event.
 */
export type Expectation = 'whole' | 'told' | 'crashed';

export interface Counts {
	requests: number;
	struck: number;
	/** How many items should have come out. */
	wanted: number;
	right: number;
	failed: number;
	doubled: number;
	lost: number;
	wrong: number;
	unsaid: number;
	repeated: number;
}

export interface Verdict extends Counts {
	/** The first that the user saw of it: an error, or else a line of the log. */
	message?: string;
	isHung?: boolean;
	/** What the cell was to be and is not; empty if it is as expected. */
	objections: string[];
}

const SAYS_DOUBT =
	/may have (?:taken effect|been (?:submitted|carried out|processed|charged|sent))/i;

export function judge(seen: Seen, expectation: Expectation): Verdict {
	const { wanted, told } = seen;
	const isTold = (input: number) =>
		told.some((each) => each.input === 'all' || each.input === input);
	const isOut = (key: string) => seen.out.some((out) => out.key === key);
	const { repeated, items } = withoutRepetitions(seen.out);
	const firsts = new Set<string>();
	const right = items.filter(({ key, isRight }) => {
		if (!isRight || key === undefined || firsts.has(key)) return false;
		firsts.add(key);
		return wanted.some((each) => each.key === key);
	}).length;
	const missing = wanted.filter(({ key }) => !isOut(key));
	const counts: Counts = {
		requests: seen.requests,
		struck: seen.struck,
		wanted: wanted.length,
		right,
		failed: new Set(wanted.map(({ input }) => input).filter(isTold)).size,
		doubled: seen.paid.length - new Set(seen.paid.map(({ request }) => request)).size,
		lost: missing.filter(({ input }) => !isTold(input)).length,
		wrong: items.length - right,
		unsaid: unsaid(seen).length,
		repeated,
	};
	return {
		...counts,
		message: told[0]?.message ?? (seen.noted && `In n8n's log: ${seen.noted}`),
		...(seen.isHung && { isHung: true }),
		objections: [
			...(seen.isHung ? ['the execution did not end'] : []),
			...objections(counts, expectation),
		],
	};
}

/** An event that comes again under its ID is no second event. */
function withoutRepetitions(out: Out[]): { items: Out[]; repeated: number } {
	const events = new Set<string>();
	const items = out.filter(({ eventId }) => {
		if (eventId === undefined) return true;
		const isNew = !events.has(eventId);
		events.add(eventId);
		return isNew;
	});
	return { items, repeated: out.length - items.length };
}

function unsaid({ paid, wanted, out, told, log }: Seen): Paid[] {
	return paid.filter(({ input, job }) => {
		const keys = wanted.filter((each) => each.input === input).map(({ key }) => key);
		const hasCome =
			keys.length > 0 && keys.every((key) => out.some((each) => each.key === key && each.isRight));
		if (hasCome) return false;
		const about = told.filter((each) => each.input === 'all' || each.input === input);
		if (about.some(({ text, isCrash }) => isCrash === true || SAYS_DOUBT.test(text))) return false;
		const texts = [...about.map(({ text }) => text), log];
		return job === undefined || !texts.some((text) => text.includes(job));
	});
}

function objections(counts: Counts, expectation: Expectation): string[] {
	const { wanted, right, failed, struck } = counts;
	const found = (['doubled', 'lost', 'wrong', 'unsaid'] as const)
		.filter((name) => counts[name] > 0)
		.map((name) => `${counts[name]} ${name}`);
	if (expectation !== 'crashed' && counts.repeated > 0) found.push(`${counts.repeated} repeated`);
	if (expectation === 'whole' && right < wanted) found.push(`${right} of ${wanted} came out`);
	if (expectation === 'whole' && failed > 0) found.push(`${failed} failed`);
	if (expectation === 'told' && failed > struck) {
		found.push(`${failed} failed, but the fault struck only ${struck} requests`);
	}
	// A fault that strikes nothing proves nothing.
	if (struck === 0) found.push('the fault struck no request');
	return found;
}

export interface Rivals {
	/** Our nodes, without and with an idempotency key. */
	ours: Counts[];
	/** The HTTP Request node with Retry On Fail; absent where it cannot do the work. */
	retryOnFail?: Counts;
}

/** Under the same fault, Retry On Fail must not get more right than the better of ours. */
export function shortfalls({ ours, retryOnFail }: Rivals): string[] {
	const { doubled } = total(ours);
	const right = Math.max(...ours.map((each) => each.right));
	const isBehind = retryOnFail !== undefined && right < retryOnFail.right;
	return [
		...(isBehind ? [`${right} right, but ${retryOnFail.right} with Retry On Fail`] : []),
		...(doubled > 0 ? [`${doubled} doubled in all`] : []),
	];
}

export const COUNTED = ['right', 'failed', 'doubled', 'lost', 'wrong', 'unsaid'] as const;

/** The counts of several cells together. */
export function total(verdicts: Counts[]): Counts {
	const sum = (name: keyof Counts) => verdicts.reduce((all, each) => all + each[name], 0);
	return {
		requests: sum('requests'),
		struck: sum('struck'),
		wanted: sum('wanted'),
		right: sum('right'),
		failed: sum('failed'),
		doubled: sum('doubled'),
		lost: sum('lost'),
		wrong: sum('wrong'),
		unsaid: sum('unsaid'),
		repeated: sum('repeated'),
	};
}
