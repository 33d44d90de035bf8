import type { IDataObject } from 'n8n-workflow';

import { canonical, canonicalBody, difference, fingerprint, isSameItem } from './compare';
import { advises, isVague, names, saysMissing, saysOutcomeUnknown, saysUnread } from './texts';
import type {
	Expectation,
	Item,
	Observation,
	ReportedError,
	SentRequest,
	WantedItem,
} from './types';

/**
 * What the counts mean, in words. Every page prints these sentences, and `judge` carries them out.
 * A paid request is a POST or PATCH of the account, on any path. Reads are free.
 */
export const MEANINGS = {
	right:
		'Items that were returned as the service has them, each once, in order and with its input.',
	failed: 'Input items that ended with an error that the user sees.',
	doubled:
		'Paid requests that the service carried out again, although it had carried out the same one before.',
	lost: 'Items that should have been returned and were not, without an error that says so. Of a list that was returned in part, the error has to say that rows are missing. Items that the service delivered are lost even if an error says so, unless n8n was killed.',
	wrong:
		'Items that were returned as good, but are not what the service has, were not requested, have another place or another input, or were reported as failed as well.',
	unsaid:
		'Paid requests that the service carried out, whose result was not returned, and where no error, hint or item says that the request may have been carried out or names its job. The check looks for phrases such as "may have been processed", which our nodes use. It may miss the wording of other nodes, so this column favours us.',
	repeated:
		'Items that were returned once more. An event of the trigger may, once and with the same event ID, where n8n was killed.',
} as const;

export type Name = keyof typeof MEANINGS;
export const COUNTED = Object.keys(MEANINGS) as Name[];

export type Counts = Record<Name | 'requests' | 'affected' | 'wanted', number>;

export interface Verdict extends Counts {
	/** The first that the user saw of it: an error, or else a line of the log. */
	message?: string;
	isHung?: boolean;
	/** What the run was to be and is not; empty if it is as expected. */
	objections: string[];
}

/** Something that is not as wanted. */
interface Deviation {
	kind: Exclude<Name, 'right'> | 'unexpected';
	text: string;
	/** A hint or an error says so, and what to do. */
	isTold: boolean;
}

const deviation = (kind: Deviation['kind'], text: string, isTold = false): Deviation => ({
	...{ kind, text, isTold },
});

export function judge(observation: Observation, expectation: Expectation = 'whole'): Verdict {
	const { wanted, output, requests, affected } = observation;
	const items = matchItems(observation);
	const deviations = [
		...otherDeviations(observation),
		...itemDeviations(observation, items),
		...errorDeviations(observation, items),
		...requestDeviations(observation, items),
	];
	const count = (kind: Deviation['kind']) => deviations.filter((it) => it.kind === kind).length;
	const due = wanted.items.filter(isDue);
	const inputs = new Set(due.map(({ input }) => input));
	const failed = [...inputs].filter((input) => errorsAbout(output.errors, input).length > 0).length;
	const isAllowed = ({ kind, isTold }: Deviation) =>
		kind === 'repeated'
			? expectation === 'crashed' && isOnceEach(items.repeated)
			: expectation !== 'whole' && isTold;
	const isTooMany = expectation === 'reported' && failed > (affected ?? 0);
	return {
		requests: requests.length,
		affected: affected ?? 0,
		wanted: due.length,
		right: due.filter((each) => items.right.has(each)).length,
		failed,
		doubled: count('doubled'),
		lost: count('lost'),
		wrong: count('wrong'),
		unsaid: count('unsaid'),
		repeated: count('repeated'),
		message: output.errors[0]?.message ?? (output.note && `In n8n's log: ${output.note}`),
		...(output.isHung && { isHung: true }),
		objections: [
			...summary(deviations.filter((each) => !isAllowed(each))),
			...(isTooMany ? [`${failed} failed, but the fault affected only ${affected} requests`] : []),
			// A fault that affects nothing proves nothing.
			...(affected === 0 ? ['the fault affected no request'] : []),
		],
	};
}

/** One line for each kind, with the first of them. */
function summary(deviations: Deviation[]): string[] {
	const kinds = [...new Set(deviations.map(({ kind }) => kind))];
	return kinds.flatMap((kind) => {
		const texts = deviations.filter((each) => each.kind === kind).map(({ text }) => text);
		return kind === 'unexpected' ? texts : [`${texts.length} ${kind}: ${texts[0]}`];
	});
}

function groupBy<T, K>(all: T[], keyOf: (one: T) => K): Map<K, T[]> {
	const groups = new Map<K, T[]>();
	for (const one of all) {
		const key = keyOf(one);
		const group = groups.get(key);
		if (group) group.push(one);
		else groups.set(key, [one]);
	}
	return groups;
}

const isDue = ({ isOptional }: WantedItem): boolean => !isOptional;

const errorsAbout = (errors: ReportedError[], input?: number): ReportedError[] =>
	errors.filter((each) => input === undefined || each.input === 'all' || each.input === input);

interface Matched {
	/** Wanted items that were returned as they are, in their place. */
	right: Set<WantedItem>;
	/** Those that are not missing, as something was returned in their place. */
	present: Set<WantedItem>;
	repeated: Item[];
	/** Right items of another input or in another place, and items that nobody requested. */
	wrong: string[];
	/** Items that are not as wanted. */
	different: string[];
	/** Items that say what they lack, in place of what is missing. */
	partial: ReportedError[];
}

/** Pairs each returned item with a wanted one. */
function matchItems({ wanted, output }: Observation): Matched {
	const right = new Set<WantedItem>();
	const present = new Set<WantedItem>();
	const matched: Matched = { right, present, repeated: [], wrong: [], different: [], partial: [] };
	const places = new Map(wanted.items.map((each, place) => [each, place]));
	const alike = groupBy(wanted.items, ({ json = {} }) => fingerprint(json));
	const others: Item[] = [];
	let last = -1;
	for (const item of output.items) {
		const same = (alike.get(fingerprint(item.json)) ?? []).filter(
			({ json }) => json !== undefined && isSameItem(item.json, json),
		);
		const paired = same.filter(({ input }) => input === item.input);
		const free = [...paired, ...same].find((each) => !present.has(each));
		if (free === undefined) {
			(paired.length > 0 ? matched.repeated : others).push(item);
			continue;
		}
		present.add(free);
		const place = places.get(free) ?? 0;
		if (free.input !== item.input) {
			matched.wrong.push(`an item of input ${free.input} is paired with ${item.input ?? 'none'}`);
		} else if (place < last && !wanted.isAnyOrder) {
			matched.wrong.push(`item ${place} was returned after item ${last}`);
		} else {
			right.add(free);
			last = Math.max(last, place);
		}
	}
	const absent = groupBy(
		wanted.items.filter((each) => isDue(each) && !present.has(each)).reverse(),
		({ input }) => input,
	);
	for (const { json, input } of others) {
		const meant = absent.get(input ?? NaN)?.pop();
		const { incomplete } = json;
		if (meant === undefined) {
			matched.wrong.push(`an item of input ${input ?? 'none'} that was not requested`);
		} else if (typeof incomplete === 'string') {
			// It stands for all that is missing of its input.
			matched.partial.push({ input: meant.input, message: incomplete, text: incomplete });
		} else {
			present.add(meant);
			matched.different.push(`an item of input ${input}: ${difference(json, meant.json ?? {})}`);
		}
	}
	return matched;
}

function itemDeviations({ wanted, output }: Observation, items: Matched): Deviation[] {
	const { errors, hints = [] } = output;
	const ofInput = groupBy(wanted.items.filter(isDue), ({ input }) => input);
	/** What is missing of a list that was returned in part has to be said. No error explains what the service delivered. */
	const explains = ({ input, text, isCrash }: ReportedError, due: WantedItem[]): boolean => {
		if (isCrash === true) return true;
		if (text.trim() === '') return false;
		if (input === 'all' || due.length === 1 || saysMissing(text)) return true;
		return !isVague(text) && !due.some((each) => items.right.has(each));
	};
	const advice = hints.filter(advises);
	const ofMissing = advice
		.filter((text) => saysMissing(text) || saysUnread(text))
		.map((text): ReportedError => ({ input: 'all', message: text, text }));
	const missing = [...ofInput].flatMap(([input, due]) => {
		const about = [...errorsAbout([...errors, ...items.partial], input), ...ofMissing];
		const reasons = about.filter((error) => explains(error, due));
		const isCrash = reasons.some((error) => error.isCrash);
		const isTold = isCrash || about.some(({ text }) => advises(text));
		const text = `an item of input ${input} is missing`;
		return due
			.filter((each) => !items.present.has(each))
			.map(({ isDelivered }) =>
				reasons.length > 0 && (isCrash || !isDelivered)
					? deviation('failed', text, isTold)
					: deviation('lost', text),
			);
	});
	return [
		...missing,
		...items.wrong.map((text) => deviation('wrong', text)),
		...items.different.map((text) => deviation('wrong', text, advice.some(saysUnread))),
		...items.repeated.map(({ input }) => deviation('repeated', `an item of input ${input}`)),
	];
}

/** n8n is killed once, so each event may be emitted once more under its ID. */
function isOnceEach(repeated: Item[]): boolean {
	const events = repeated.map(({ json }) => (json.job as IDataObject | undefined)?.eventId);
	return !events.includes(undefined) && new Set(events).size === events.length;
}

/** An error is wrong about items that are right, and unexpected where it is about none that is wanted. */
function errorDeviations({ wanted, output }: Observation, items: Matched): Deviation[] {
	const due = wanted.items.filter(isDue);
	return output.errors
		.filter(({ isCrash }) => !isCrash)
		.flatMap(({ input, message, text }) => {
			const about = due.filter((each) => input === 'all' || each.input === input);
			if (!about.every((each) => items.right.has(each))) return [];
			return about.length > 0
				? deviation('wrong', `right, and reported as failed: ${message}`)
				: deviation('unexpected', `an error says: ${message}`, advises(text));
		});
}

/** Every POST and PATCH may be charged. */
const isPaid = ({ method, isCarriedOut }: SentRequest): boolean =>
	isCarriedOut && (method === 'POST' || method === 'PATCH');

function requestDeviations(observation: Observation, items: Matched): Deviation[] {
	const keys = new Set<string>();
	const doubled = observation.requests.filter(isPaid).filter((each) => {
		const key = `${each.input} ${labelOf(each)} ${canonicalBody(each.body)}`;
		const isFirst = !keys.has(key);
		keys.add(key);
		return !isFirst;
	});
	return [
		...doubled.map((each) => deviation('doubled', labelOf(each))),
		...unsaid(observation, items).map((each) => deviation('unsaid', labelOf(each))),
	];
}

const labelOf = ({ method, path, input }: SentRequest): string =>
	`${method} ${path} for input ${input ?? 'none'}`;

/** Paid requests of whose fate nothing tells, or that no input needs. */
function unsaid({ wanted, output, requests }: Observation, items: Matched): SentRequest[] {
	const { errors, hints = [] } = output;
	const ofInput = groupBy(wanted.items.filter(isDue), ({ input }) => input);
	return requests.filter(isPaid).filter(({ input, job }) => {
		if (input === undefined) return true;
		if ((ofInput.get(input) ?? []).every((each) => items.right.has(each))) return false;
		const about = errorsAbout(errors, input);
		// A hint is about all items of the run: it has to say which ones.
		const notes = hints.filter((text) => ofInput.size < 2 || names(text, input));
		const texts = [...about.map(({ text }) => text), ...notes];
		if (about.some(({ isCrash }) => isCrash) || texts.some(saysOutcomeUnknown)) return false;
		const returned = output.items.filter((each) => each.input === input);
		const visible = [...texts, ...hints, ...returned.map(({ json }) => canonical(json))];
		return job === undefined || !visible.some((text) => names(text, job));
	});
}

function otherDeviations({ wanted, output }: Observation): Deviation[] {
	const texts = [
		...(output.isHung ? ['the execution did not end'] : []),
		...(wanted.items.some(isDue) ? [] : ['nothing was wanted']),
	];
	return texts.map((text) => deviation('unexpected', text));
}

/** The counts of several runs together. */
export function total(all: Counts[]): Counts {
	const names = ['requests', 'affected', 'wanted', ...COUNTED] as const;
	const sum = (name: keyof Counts) => all.reduce((so, each) => so + each[name], 0);
	return Object.fromEntries(names.map((name) => [name, sum(name)])) as Counts;
}
