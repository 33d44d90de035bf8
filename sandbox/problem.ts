export interface FieldProblem {
	/** Dotted path of the field, e.g. `follower_count.min`. */
	field: string;
	message: string;
	in: 'body' | 'query';
}

interface ProblemDetails {
	fields?: FieldProblem[];
	headers?: Record<string, string>;
}

/** Whatever the service refuses, before a dialect gives it a shape. */
export class Problem extends Error {
	readonly fields: FieldProblem[];
	readonly headers: Record<string, string>;

	constructor(
		readonly status: number,
		readonly code: string,
		message: string,
		details: ProblemDetails = {},
	) {
		super(message);
		this.fields = details.fields ?? [];
		this.headers = details.headers ?? {};
	}
}

export const notFound = (what: string): Problem =>
	new Problem(404, 'not_found', `${what} does not exist`);

export const invalid = (fields: FieldProblem[]): Problem =>
	new Problem(422, 'invalid_request', 'The request is not valid', { fields });
