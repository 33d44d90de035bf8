import type { Field, Picker } from './fields';
import type { JobType } from './jobTypes';
import type {
	CommonFields,
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

interface Extras {
	fields?: readonly Field[];
	more?: readonly Field[];
	document?: boolean;
	dictionary?: boolean;
	mayBeEmpty?: boolean;
	createsNamed?: boolean;
	of?: JobType;
}

const METHODS: readonly string[] = ['GET', 'POST', 'PATCH'] satisfies Method[];

function isMethod(word: string): word is Method {
	return METHODS.includes(word);
}

/** Reads `'POST /discovery'`. */
function parseEndpoint(line: string): Endpoint {
	const [method = '', path] = line.split(' ');
	if (!isMethod(method) || !path?.startsWith('/')) {
		throw new Error(`Not an endpoint: ${line}`);
	}
	return { method, path };
}

type CatalogueLine = [
	value: string,
	line: string,
	action: string,
	description: string,
	extras?: Extras,
];

export function endpoint(...line: CatalogueLine): RequestOperation {
	return request('call', ...line);
}

export function list(...line: CatalogueLine): RequestOperation {
	return request('list', ...line);
}

function request(kind: RequestOperation['kind'], ...entry: CatalogueLine): RequestOperation {
	const [value, line, action, description, { fields, more, ...rest } = {}] = entry;
	return {
		...named(value, action, description),
		kind,
		endpoint: parseEndpoint(line),
		...rest,
		fields: common(fields, more),
	};
}

/** `getTopicRelevance` is shown as "Get Topic Relevance". */
function named(value: string, action: string, description: string): NamedOperation {
	const words = value.replace(/[A-Z]/g, ' $&');
	return { value, name: words.charAt(0).toUpperCase() + words.slice(1), action, description };
}

function common(main: readonly Field[] = [], more: readonly Field[] = []): CommonFields {
	return { main, more };
}

const local =
	(kind: LocalOperation['kind']) =>
	(value: string, action: string, description: string): LocalOperation => ({
		...named(value, action, description),
		kind,
	});

/** One report of all input items. */
export const report = local('report');

/** One contract of what was recognised in all input items. */
export const contract = local('contract');

interface JobExtras extends Omit<Extras, 'createsNamed' | 'dictionary' | 'of'> {
	rows?: boolean;
	/** All rows are wanted unless the user says otherwise. */
	returnAllByDefault?: boolean;
	results?: string;
	comments?: string;
	/** For the query of the requests that read the result. */
	resultFields?: readonly Field[];
	hasRiskRating?: boolean;
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
	words: JobExtras = {},
): JobOperation[] {
	const { document, mayBeEmpty } = words;
	const one = `${/^[aeiou]/.test(noun) ? 'an' : 'a'} ${noun}`;
	const definition: JobDefinition = { type, noun, ...jobEndpoints(path, words) };
	const fields = common(words.fields, words.more);
	const submit = { kind: 'submit' as const, endpoint: definition.submit, job: definition };
	const start = { ...submit, fields, mayBeEmpty };
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
		},
		{
			...named('get', `Get ${one}`, `Read the state of ${one}, and its result if finished`),
			kind: 'get',
			endpoint: definition.get,
			job: definition,
			fields: common([], words.resultFields),
			document,
		},
	];
}

function jobEndpoints(path: string, words: JobExtras): Omit<JobDefinition, 'type' | 'noun'> {
	return {
		submit: { method: 'POST', path },
		get: { method: 'GET', path: `${path}/{id}` },
		results: words.results === undefined ? undefined : parseEndpoint(words.results),
		comments: words.comments === undefined ? undefined : parseEndpoint(words.comments),
		rows: words.rows ?? false,
		hasRiskRating: words.hasRiskRating,
		returnAllByDefault: words.returnAllByDefault ?? false,
	};
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
