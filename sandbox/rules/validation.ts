import type { Static, TSchema } from '@sinclair/typebox';
import Ajv, { type ErrorObject, type ValidateFunction } from 'ajv';
import addFormats from 'ajv-formats';
import { type FieldProblem, invalid } from '../problem';

type Place = FieldProblem['in'];

/** A query is text, so its numbers and booleans are read from text; a body has types of its own. */
const validators: Record<Place, Ajv> = {
	body: addFormats(new Ajv({ allErrors: true, strict: false })),
	query: addFormats(new Ajv({ allErrors: true, strict: false, coerceTypes: true })),
};

export function validator<S extends TSchema>(
	schema: S,
	place: Place,
): (value: unknown) => Static<S> {
	let check: ValidateFunction<Static<S>> | undefined;
	return (value) => {
		check ??= validators[place].compile<Static<S>>(schema);
		const candidate: unknown = value ?? {};
		if (check(candidate)) return candidate;
		throw invalid(fieldProblems(check.errors ?? [], place));
	};
}

function fieldProblems(errors: ErrorObject[], place: Place): FieldProblem[] {
	const problems = new Map<string, FieldProblem>();
	for (const error of errors) {
		// A union repeats itself: its branches and then itself.
		if (error.keyword === 'anyOf' && problems.size > 0) continue;
		const path = error.instancePath.split('/').slice(1);
		if (error.keyword === 'required') path.push(String(error.params.missingProperty));
		const field = path.join('.');
		if (!problems.has(field)) {
			problems.set(field, { field, message: messageOf(error), in: place });
		}
	}
	return [...problems.values()];
}

function messageOf({ keyword, params, message = 'is not valid' }: ErrorObject): string {
	if (keyword === 'required') return 'is required';
	if (keyword === 'const')
		return `must be one of the allowed values, such as ${params.allowedValue}`;
	return message;
}
