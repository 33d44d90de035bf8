import { inputFailure } from '../failure/Failure';
import { isRecord } from './records';

/** An integer that is too long for JavaScript stays a text, and is sent with the digits entered. */
export function numberIn(text: string): number | string {
	const number = Number(text);
	return /^-?\d+$/.test(text) && !Number.isSafeInteger(number) ? text : number;
}

/**
 * Rejects numbers that a request cannot carry as they are, at any depth. JSON sends NaN and Infinity
 * as null. An integer beyond 2^53 is another one already: its last digits were rounded.
 */
export function assertExact(value: unknown, name: string): void {
	if (typeof value === 'number' || typeof value === 'bigint') {
		const isExact = Number.isInteger(value) ? Number.isSafeInteger(value) : Number.isFinite(value);
		if (!isExact) throw notExact(value, name);
	} else if (Array.isArray(value)) {
		value.forEach((each, index) => {
			assertExact(each, `${name}.${index}`);
		});
	} else if (isRecord(value) && typeof value.toJSON !== 'function') {
		for (const [key, each] of Object.entries(value)) assertExact(each, `${name}.${key}`);
	}
}

function notExact(value: number | bigint, name: string) {
	if (!Number.isFinite(Number(value))) {
		return inputFailure(
			`'${name}' is ${value}, which cannot be sent`,
			`Correct the expression or the node that '${name}' comes from, or remove the field.`,
		);
	}
	return inputFailure(
		`'${name}' is too large to be exact`,
		`It is ${value}. JavaScript rounds integers of more than 15 digits. Return it as a string, e.g. "7301234567890123456", or enter it as text.`,
	);
}

/** `Math.max(...values)` overflows the stack where there are many. */
export function maxOf(values: Iterable<number>): number {
	let most = -Infinity;
	for (const each of values) most = Math.max(most, each);
	return most;
}

export function minOf(values: Iterable<number>): number {
	let least = Infinity;
	for (const each of values) least = Math.min(least, each);
	return least;
}
