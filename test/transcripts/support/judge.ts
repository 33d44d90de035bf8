import type { IDataObject } from 'n8n-workflow';

import { differences, missing, says } from './compare';
import type { Outcome, User } from './format';
import { TOKEN, type Script } from './service';

/** An item of the output, and the input item that it belongs to. */
export interface Item {
	input?: number;
	json: IDataObject;
	/** The text of its files, by field. */
	files: Record<string, string>;
}

/** All that a step shows to a user. */
export interface Shown {
	items: Item[];
	/** Of the trigger, by output. */
	outputs?: { finished: IDataObject[]; submitted: IDataObject[]; isExecution: boolean };
	error?: string;
	hints: string[];
	summary: string;
	log: string[];
	seconds: number;
	script: Script;
}

/**
 * - `right`: all that the transcript says.
 * - `told`: wrong or incomplete, and a sentence that the user sees says so.
 * - `silent`: wrong, and nothing says so.
 */
export type Verdict = { result: 'right' | 'told' | 'silent'; objections: string[] };

export function judge({ user, told }: Outcome, shown: Shown): Verdict {
	const sentences = [shown.error ?? '', ...shown.hints, ...failuresIn(shown.items)];
	const isTold = (sentence: string) =>
		[...sentences, ...messagesOf(shown)].some((each) => says(each, sentence));
	const objections = [
		...shown.script.objections(),
		...itemObjections(user, shown),
		...sentenceObjections(user, told, shown),
		...countObjections(user, shown),
		...invariants(shown),
	];
	if (told !== undefined && !isTold(told)) objections.push(`nothing says: ${told}`);
	if (objections.length === 0) return { result: told === undefined ? 'right' : 'told', objections };
	// What the transcript does not expect may still be said.
	const expected = [user.error ?? [], user.hints ?? [], told ?? []].flat();
	const isSaid = sentences.some((each) => each && !expected.some((part) => says(each, part)));
	return { result: isSaid ? 'told' : 'silent', objections };
}

/** A trigger has no hints: it says things in n8n's log, and in what it emits. */
function messagesOf({ outputs, log }: Shown): string[] {
	if (outputs === undefined) return [];
	const emitted = [...outputs.finished, ...outputs.submitted];
	return [...log, ...emitted.map(({ message }) => (typeof message === 'string' ? message : ''))];
}

function itemObjections(user: User, { items, outputs }: Shown): string[] {
	if (outputs !== undefined) {
		const wanted = { finished: user.finished ?? [], submitted: user.submitted ?? [] };
		const got = { finished: outputs.finished, submitted: outputs.submitted };
		const isEmpty = outputs.isExecution && [...got.finished, ...got.submitted].length === 0;
		return [
			...differences(wanted, got),
			...differences(user.emptyExecution ?? false, isEmpty, 'emptyExecution'),
		];
	}
	const wanted = (user.items ?? []).map(readItem);
	const count = differences(wanted.length, items.length, 'number of items');
	return [
		...count,
		...wanted.flatMap(({ input, json, files }, at) => {
			const item = items[at];
			if (item === undefined) return [];
			return [
				...differences(input, item.input, `input of item ${at}`),
				...(typeof json === 'string'
					? [failureOf(item.json)].flatMap((failure) =>
							missing(json, failure, `error of item ${at}`),
						)
					: differences(json, item.json, `item ${at}`)),
				...differences(files ?? {}, item.files, `files of item ${at}`),
			];
		}),
		...(count.length === 0 ? [] : [`got ${JSON.stringify(items)}`]),
	];
}

/** `0: {...}`, and `files` beside. */
function readItem(written: Record<string, unknown>) {
	const { files, ...rest } = written;
	const [entry, ...more] = Object.entries(rest);
	if (entry === undefined || more.length > 0 || !/^\d+$/.test(entry[0]))
		throw new Error(`Not an item, as in '0: { id: 1 }': ${JSON.stringify(written)}`);
	return { input: Number(entry[0]), json: entry[1], files };
}

const failureOf = ({ error }: IDataObject): string =>
	typeof error === 'string'
		? error
		: [entryOf(error, 'message'), entryOf(error, 'description')].join('\n');

const entryOf = (value: unknown, name: string): unknown =>
	typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;

const failuresIn = (items: Item[]): string[] =>
	items.flatMap(({ json }) => (json.error === undefined ? [] : failureOf(json)));

function sentenceObjections(user: User, told: string | undefined, shown: Shown): string[] {
	const { error, hints = [], log = [] } = user;
	const errors = [error ?? []].flat();
	const isError = told !== undefined && says(shown.error ?? '', told);
	const allHints = [...hints, ...(told !== undefined && !isError ? [told] : [])];
	return [
		...errors.flatMap((part) => missing(part, shown.error ?? '', 'error')),
		...(shown.error !== undefined && errors.length === 0 && !isError
			? [`an error that is not expected: ${shown.error}`]
			: []),
		...hints
			.filter((part) => !shown.hints.some((hint) => says(hint, part)))
			.map((part) => `no hint says: ${part}; hints: ${JSON.stringify(shown.hints)}`),
		...shown.hints
			.filter((hint) => !allHints.some((part) => says(hint, part)))
			.map((hint) => `a hint that is not expected: ${hint}`),
		...log
			.filter((part) => !shown.log.some((line) => says(line, part)))
			.map((part) => `the log does not say: ${part}`),
	];
}

function countObjections(
	user: User,
	{ script, summary, seconds, error, outputs }: Shown,
): string[] {
	const [least, most] = user.seconds ?? [0, Infinity];
	// A failed run has its count in the error.
	const counts = outputs === undefined && error === undefined;
	const usual = user.charged === 0 ? '' : `Requests sent that may be charged: ${user.charged}.`;
	return [
		...differences(user.requests, script.requests.length, 'requests'),
		...differences(user.charged, script.charged, 'charged'),
		...(counts ? differences(user.summary ?? usual, summary, 'summary') : []),
		...(seconds < least || seconds > most ? [`took ${seconds} s, not ${least} to ${most}`] : []),
	];
}

function invariants({ script: _, ...shown }: Shown): string[] {
	return JSON.stringify(shown).includes(TOKEN) ? ['the token is shown'] : [];
}
