import { inputFailure, type Failure } from '../failure/Failure';
import { isRecord } from './records';
import { textOf } from './text';

const PLAIN = /^[+-]?(\d+(\.\d+)?|\.\d+)(e[+-]?\d+)?$/i;
const COMMAS_FOR_THOUSANDS = /^[+-]?[1-9]\d{0,2}(,\d{3})+(\.\d+)?$/;
const DECIMAL_COMMA = /^[+-]?(\d+|[1-9]\d{0,2}(\.\d{3})+),\d{1,2}$/;
const POINTS_FOR_THOUSANDS = /^[+-]?[1-9]\d{0,2}(\.\d{3}){2,}$/;
/** 12.345 is 12345 in some countries. Thousands do not start with 0. */
const AMBIGUOUS = /^[+-]?[1-9]\d{0,2}\.\d{3}$/;

/** A number, or the one that a text means; nothing if it may mean two, or if JavaScript would round it. */
export function toNumber(value: unknown): number | undefined {
	const number = numberIn(value);
	const isExactly = typeof value === 'string' ? isExact : Number.isFinite;
	return typeof number === 'number' && isExactly(number) ? number : undefined;
}

/** As entered: an integer that is too long for JavaScript stays a text, and is sent with these digits. */
export function numberIn(value: unknown): number | string | undefined {
	const text = typeof value === 'string' ? value.trim() : '';
	const number = typeof value === 'number' ? value : Number(plainText(text));
	if (Number.isNaN(number)) return undefined;
	return /^-?\d+$/.test(text) && !isExact(number) ? text : number;
}

function plainText(text: string): string | undefined {
	if (AMBIGUOUS.test(text)) return undefined;
	if (COMMAS_FOR_THOUSANDS.test(text)) return text.replaceAll(',', '');
	if (DECIMAL_COMMA.test(text) || POINTS_FOR_THOUSANDS.test(text)) {
		return text.replaceAll('.', '').replace(',', '.');
	}
	return PLAIN.test(text) ? text : undefined;
}

/** What an error says of a value that is no number. */
export function notANumber(value: unknown): string {
	const text = textOf(value);
	const isAmbiguous = AMBIGUOUS.test(text.trim());
	const meanings = `, which can mean ${text.replace('.', '')} or ${text}. Use an expression that returns a number`;
	return `It is '${text}'${isAmbiguous ? meanings : ''}.`;
}

/** JavaScript rounds integers beyond 2^53. */
export const isExact = (number: number): boolean =>
	Number.isInteger(number) ? Number.isSafeInteger(number) : Number.isFinite(number);

/**
 * Rejects numbers that a request cannot carry as they are, at any depth. JSON sends NaN and Infinity
 * as null. An integer beyond 2^53 is another one already: its last digits were rounded.
 */
export function assertExact(value: unknown, name: string): void {
	if (typeof value === 'number' || typeof value === 'bigint') {
		if (typeof value === 'bigint' || !isExact(value)) throw notExact(value, name);
	} else if (Array.isArray(value)) {
		value.forEach((each, index) => {
			assertExact(each, `${name}.${index}`);
		});
	} else if (isRecord(value) && typeof value.toJSON !== 'function') {
		for (const [key, each] of Object.entries(value)) assertExact(each, `${name}.${key}`);
	}
}

export function notExact(value: number | bigint, name: string): Failure {
	if (!Number.isFinite(Number(value))) {
		return inputFailure(
			`'${name}' is ${value}, which cannot be sent`,
			`Correct the expression or the node that '${name}' comes from, or remove the field.`,
		);
	}
	return inputFailure(
		`'${name}' is too large to be exact`,
		`It is ${value}. JavaScript rounds integers above 9007199254740991. Return it as a string, e.g. "7301234567890123456", or enter it as text.`,
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
