import type { Field, Picker } from './fields';
import type { JobType } from './jobTypes';
import type {
	Endpoint,
	JobDefinition,
	JobOperation,
	LocalOperation,
	Method,
	NamedOperation,
	Operation,
	RequestOperation,
	Resource,
} from './types';

type Shared = 'document' | 'dictionary' | 'mayBeEmpty' | 'createsNamed' | 'of';
type OfJob = Pick<JobDefinition, 'rows' | 'returnAllByDefault' | 'hasRiskRating'>;

interface Extras extends Pick<RequestOperation, Shared> {
	fields?: readonly Field[];
	more?: readonly Field[];
}

/** E.g. `POST /discovery`. */
type Line = `${Method} /${string}`;

function parseEndpoint(line: Line): Endpoint {
	const [method, path] = line.split(' ') as [Method, string];
	return { method, path };
}

const request =
	(kind: RequestOperation['kind']) =>
	(
		value: string,
		line: Line,
		action: string,
		description: string,
		{ fields = [], more = [], ...rest }: Extras = {},
	): RequestOperation => ({
		...named(value, action, description),
		kind,
		endpoint: parseEndpoint(line),
		...rest,
		fields: { main: fields, more },
	});

/** One request, one item. */
export const endpoint = request('call');

/** Rows, read page by page. */
export const list = request('list');

/** `getTopicRelevance` is shown as "Get Topic Relevance". */
function named(value: string, action: string, description: string): NamedOperation {
	const words = value.replace(/[A-Z]/g, ' $&');
	return { value, name: words.charAt(0).toUpperCase() + words.slice(1), action, description };
}

/** One report of all input items, or one contract of what was recognised in them. */
export const create = (
	kind: LocalOperation['kind'],
	action: string,
	description: string,
): LocalOperation => ({ ...named('create', action, description), kind });

interface JobExtras extends Omit<Extras, 'createsNamed' | 'dictionary' | 'of'>, OfJob {
	results?: Line;
	comments?: Line;
}

/**
 * The operations Submit and Wait, Submit and Get of an asynchronous pair, `POST path` and `GET path/{id}`. `action` is the
 * user's goal, e.g. "Compare audiences"; models read it as well.
 */
export function job(
	type: JobType,
	path: string,
	noun: string,
	action: string,
	{ fields = [], more = [], document, mayBeEmpty, results, comments, ...rest }: JobExtras = {},
): JobOperation[] {
	const one = `${/^[aeiou]/.test(noun) ? 'an' : 'a'} ${noun}`;
	const definition: JobDefinition = {
		...rest,
		type,
		noun,
		submit: { method: 'POST', path },
		get: { method: 'GET', path: `${path}/{id}` },
		results: results && parseEndpoint(results),
		comments: comments && parseEndpoint(comments),
	};
	const start = {
		endpoint: definition.submit,
		job: definition,
		fields: { main: fields, more },
		mayBeEmpty,
	};
	// The order of the panel, most wanted first.
	return [
		{
			...start,
			kind: 'submitAndWait',
			value: 'submitAndWait',
			name: 'Submit and Wait',
			action,
			description: `Start ${one}, wait for it (minutes, not hours) and return the result`,
			document,
		},
		{
			...start,
			...named('submit', `Submit ${one}`, `Start ${one} and return its ID immediately`),
			kind: 'submit',
		},
		{
			...named('get', `Get ${one}`, `Read the state of ${one}, and its result if finished`),
			kind: 'get',
			endpoint: definition.get,
			job: definition,
			fields: { main: [], more: [] },
			document,
		},
	];
}

export function resource(
	value: string,
	name: string,
	about: string,
	operations: readonly Operation[],
): Resource {
	return { value, name, about, operations };
}

export function resourceById(
	value: string,
	name: string,
	idLabel: string,
	about: string,
	operations: readonly Operation[],
	idPicker?: Picker,
): Resource {
	return { value, name, about, operations, idLabel, idPicker };
}
