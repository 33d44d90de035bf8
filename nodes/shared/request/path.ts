import { inputFailure, type Failure } from '../failure/Failure';
import { assertExact } from '../values/numbers';
import { textOf } from '../values/text';

const PLACEHOLDER = '{id}';

/** Puts the id into the path so that, whatever it holds, it stays one segment. */
export function fillPath(path: string, id: unknown, label = 'ID'): string {
	if (!path.includes(PLACEHOLDER)) return path;
	return path.replace(PLACEHOLDER, () => encodeSegment(id, label));
}

export function encodeSegment(id: unknown, label: string): string {
	const text = typeof id === 'string' ? id.trim() : id;
	if (text === undefined || text === null || text === '') {
		throw inputFailure(
			`'${label}' is empty`,
			`Enter the ID in '${label}', or check that the expression there gives one for this item.`,
		);
	}
	assertExact(text, label);
	if (typeof text !== 'string' && typeof text !== 'number') {
		throw unusable(label, `it must be text or a number, and is ${describe(text)}`);
	}
	if (text === '.' || text === '..') {
		throw unusable(label, `'${text}' would change the address of the request`);
	}
	try {
		return encodeURIComponent(text);
	} catch {
		throw unusable(label, 'it contains half of a character pair, which cannot be sent');
	}
}

function unusable(label: string, why: string): Failure {
	return inputFailure(`'${label}' cannot be used`, `Correct '${label}': ${why}.`);
}

function describe(value: unknown): string {
	if (Array.isArray(value)) return 'a list';
	return typeof value === 'object' ? 'an object' : `${textOf(value)} (${typeof value})`;
}
