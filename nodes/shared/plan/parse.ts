import { inputFailure, messageOf, rethrow, withoutToken, type Failure } from '../failure/Failure';
import { parseJsonText } from '../values/json';
import { nameProblem } from '../values/nesting';
import { isRecord } from '../values/records';
import { textOf } from '../values/text';
import { CONTRACT_VERSION, SCHEMES, STATES, toDocument } from './plan';
import type { Contract, NextPlan, Paths, Plan, Plans, StatePlan } from './plan';

const MAX_PATH_LENGTH = 200;

/** The contract of a credential; throws a Failure that names the place of a mistake, without the token. */
export function readContract(
	{ responseContract, strictContract }: { responseContract?: unknown; strictContract?: unknown },
	redact = (text: string) => text,
	endpoints?: ReadonlySet<string>,
): Contract | undefined {
	if (textOf(responseContract).trim() === '') return undefined;
	try {
		const plans = parseContract(responseContract, endpoints);
		return { plans, strict: strictContract === true || strictContract === 'true' };
	} catch (error) {
		return rethrow(withoutToken(error, redact));
	}
}

/** `endpoints` are those of the service; without them, any are taken. */
export function parseContract(entered: unknown, endpoints?: ReadonlySet<string>): Plans {
	const text = unescaped(textOf(entered));
	const document = record(parseDocument(text), '', ['version', 'endpoints']);
	const { version } = document;
	if (version !== CONTRACT_VERSION) {
		const given = shortText(textOf(version)) || 'missing';
		throw mistake('version', `is ${given}; this package supports version ${CONTRACT_VERSION}`);
	}
	return readPlans(document.endpoints, endpoints);
}

/** Without what a contract cannot hold: services have fields with any name. */
export function validEntries(plan: Plan): Plan {
	const isValid = ([name, value]: [string, unknown]) => {
		try {
			const { endpoints } = toDocument(new Map([['GET /', { [name]: value }]]));
			return Object.keys(readPlans(endpoints).get('GET /') ?? {}).length > 0;
		} catch {
			return false;
		}
	};
	return Object.fromEntries(Object.entries(plan).filter(isValid));
}

export function readPlans(entered: unknown, endpoints?: ReadonlySet<string>): Plans {
	const given = Object.entries(record(entered, 'endpoints'));
	return new Map(
		given.map(([label, plan]) => {
			const place = `endpoints["${shortText(label)}"]`;
			const isEndpoint = endpoints?.has(label) ?? /^(GET|POST|PATCH) \/\S*$/.test(label);
			if (!isEndpoint) throw mistake(place, 'is not an endpoint of the service');
			return [label, readPlan(plan, place)];
		}),
	);
}

/** What a value means; throws where it cannot be. `place` leads to it. */
type Check<T> = (value: unknown, place: string) => T;

type Checks<T> = { [Name in keyof T]-?: Check<NonNullable<T[Name]>> };

function object<T extends object>(checks: Checks<T>): Check<Partial<T>> {
	const names = Object.keys(checks) as Array<keyof T & string>;
	return (value, place) => {
		const given = record(value, place, names);
		const read = names
			.filter((name) => given[name] !== undefined)
			.map((name) => [name, checks[name](given[name], `${place}.${name}`)]);
		return Object.fromEntries(read) as Partial<T>;
	};
}

/** One alone, or a list. */
const listOf =
	<T>(check: Check<T>): Check<readonly T[]> =>
	(value, place) => {
		const all: unknown[] = Array.isArray(value) ? value : [value];
		if (all.length === 0) throw mistake(place, 'is empty');
		return all.map((each, at) => check(each, Array.isArray(value) ? `${place}[${at}]` : place));
	};

const word: Check<string> = (value, place) => {
	if (['string', 'number', 'boolean'].includes(typeof value)) return String(value);
	throw mistake(place, 'is not a string, number or boolean');
};

const fieldName: Check<string> = (value, place) => {
	if (typeof value !== 'string' || value.length > MAX_PATH_LENGTH) {
		throw mistake(place, 'is not a name or a path, e.g. data.items');
	}
	const [problem] = value.split('.').flatMap((part) => nameProblem(part.trim()) ?? []);
	if (problem !== undefined) throw mistake(place, `is '${value}', which ${problem.what}`);
	return value;
};

const path: Check<string> = (value, place) => {
	if (value === '') return value;
	const header = /^headers\.(.*)$/is.exec(textOf(value))?.[1];
	if (header === undefined) return fieldName(value, place);
	if (/^(:status|[\w-]{1,100})$/.test(header)) return textOf(value);
	throw mistake(place, 'is not the path of a header, e.g. headers.location');
};

const oneOf =
	<T extends string | number>(...choices: readonly T[]): Check<T> =>
	(value, place) => {
		const chosen = choices.find((each) => each === value);
		if (chosen === undefined) throw mistake(place, `is not one of ${choices.join(', ')}`);
		return chosen;
	};

const paths: Check<Paths> = listOf(path);
const words = listOf(word);

const STATE: Checks<StatePlan> = {
	path: paths,
	pending: words,
	finished: words,
	failed: words,
	progress: paths,
	none: oneOf(...STATES),
};

const NEXT: Checks<NextPlan> = {
	scheme: oneOf(...SCHEMES),
	path: paths,
	name: fieldName,
	size: fieldName,
	first: oneOf(0, 1),
	total: paths,
	pages: paths,
	more: paths,
	last: paths,
};

const NEEDED: Record<NextPlan['scheme'], ReadonlyArray<'path' | 'name'>> = {
	none: [],
	nextUrl: ['path'],
	cursor: ['path', 'name'],
	offset: ['name'],
	page: ['name'],
};

const PLAN: Checks<Plan> = {
	id: paths,
	reason: paths,
	rows: paths,
	link: paths,
	rating: paths,
	count: paths,
	cost: paths,
	state: (value, place) => {
		const empty: StatePlan = { path: [], pending: [], finished: [], failed: [] };
		const state: StatePlan = { ...empty, ...object(STATE)(value, place) };
		const { pending, finished, failed, ...rest } = state;
		if (rest.path.length === 0 && Object.keys(rest).length === 1) {
			throw mistake(`${place}.path`, 'is missing');
		}
		const twice = pending.find((each) => [...finished, ...failed].includes(each));
		if (twice !== undefined) throw mistake(place, `has '${twice}' as both pending and ended`);
		return state;
	},
	next: (value, place) => {
		const { scheme, ...next } = object(NEXT)(value, place);
		if (scheme === undefined) throw mistake(`${place}.scheme`, 'is missing');
		const missing = NEEDED[scheme].find((name) => next[name] === undefined);
		if (missing !== undefined) throw mistake(`${place}.${missing}`, `is missing for '${scheme}'`);
		return { scheme, ...next };
	},
	fields: (value, place) => {
		const fields = Object.entries(record(value, place)).map(
			([name, sent]) => [fieldName(name, place), fieldName(sent, `${place}.${name}`)] as const,
		);
		const sent = fields.map(([, name]) => name);
		const twice = sent.find((name, at) => sent.indexOf(name) !== at);
		if (twice !== undefined) throw mistake(place, `sends two fields as '${twice}'`);
		return Object.fromEntries(fields);
	},
};

function readPlan(entered: unknown, place: string): Plan {
	const plan: Plan = object(PLAN)(entered, place);
	const both = plan.state?.failed.find((each) => plan.state?.finished.includes(each));
	if (both === undefined || plan.reason !== undefined) return plan;
	throw mistake(
		`${place}.state`,
		`has '${both}' as both finished and failed, and no 'reason' to distinguish them`,
	);
}

function record(value: unknown, place: string, names?: string[]): Record<string, unknown> {
	if (!isRecord(value)) throw mistake(place, 'is not an object');
	const unknown = names && Object.keys(value).find((name) => !names.includes(name));
	if (unknown === undefined) return value;
	const at = [place, shortText(unknown)].filter(Boolean).join('.');
	throw mistake(at, `is not allowed here; use ${names?.join(', ')}`);
}

/** n8n's JSON view shows the text of a contract escaped, with or without its quotes. */
function unescaped(text: string): string {
	const parsed = parseJsonText(/^\s*"/.test(text) ? text : `"${text}"`);
	return parsed.ok ? textOf(parsed.value) : text;
}

function parseDocument(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch (error) {
		const problem = messageOf(error);
		const position = Number(/position (\d+)/.exec(problem)?.[1] ?? text.length);
		const lines = text.slice(0, position).split('\n');
		const column = (lines.at(-1)?.length ?? 0) + 1;
		throw mistake(`line ${lines.length}, column ${column}`, 'is not valid JSON');
	}
}

/** Not a part of it: that may be a part of the token. */
function shortText(text: string): string {
	return text.length > MAX_PATH_LENGTH ? `<${text.length} characters>` : text;
}

function mistake(place: string, problem: string): Failure {
	return inputFailure(
		`'Response Contract' in the credential cannot be used: ${`${place} ${problem}`.trim()}`,
		'Correct it, create it again with Contract: Create of Creator Search, or leave it empty.',
	);
}
