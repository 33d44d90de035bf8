import { inputFailure } from '../failure/Failure';
import { notANumber, toNumber } from './numbers';
import { textOf } from './text';

/** Each `where` names a parameter as messages do: `'Timeout' in Options > Requests`. */

/** An expression may give a boolean as text. */
export function readBoolean(entered: unknown, where: string, fallback = false): boolean {
	const value = typeof entered === 'string' ? entered.trim().toLowerCase() : entered;
	if (value === undefined || value === null) return fallback;
	if (value === true || value === 'true') return true;
	if (value === false || value === 'false') return false;
	throw inputFailure(
		`${where} is neither true nor false`,
		`It is '${textOf(entered)}'. Turn it on or off, or use an expression that returns true or false.`,
	);
}

export function readNumber(entered: unknown, where: string, least: number): number {
	const number = toNumber(entered);
	if (number !== undefined && number >= least) return number;
	throw inputFailure(
		`${where} is not a valid number`,
		`${notANumber(entered)} Enter a number of ${least} or more.`,
	);
}

/** Nothing for a blank; an expression may give any value as text. */
export function readChoice<Value extends string | boolean>(
	entered: unknown,
	where: string,
	choices: readonly Value[],
): Value | undefined {
	const given = textOf(entered).trim().toLowerCase();
	const chosen = choices.find((each) => String(each).toLowerCase() === given);
	if (chosen !== undefined || given === '') return chosen;
	throw inputFailure(
		`${where} cannot be '${textOf(entered)}'`,
		`Choose one of its options, or use an expression that returns one of ${choices.join(', ')}.`,
	);
}
