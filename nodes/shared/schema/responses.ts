import type { IDataObject } from 'n8n-workflow';

import type { Endpoint } from '../catalogue/types';
import { validEntries } from '../plan/parse';
import { STATES, type NextPlan, type PlaceName, type Plan, type StatePlan } from '../plan/plan';
import { isIdKey } from '../recognition/jobId';
import { lastKey, splitKey } from '../recognition/keys';
import { meaningOf, NO_OVERRIDES } from '../recognition/stateWords';
import { isRecord } from '../values/records';
import { textOf } from '../values/text';
import { columnsOf, merged, single, typeOf } from './columns';
import { bodySchema, mediaSchema, operationIn, parametersOf, resolve } from './document';

/** A field of a response, as the document describes it. */
interface Described {
	path: string;
	depth: number;
	type: unknown;
	schema: IDataObject;
	/** Its name, title and description, in lower case. */
	text: string;
}

const MAX_DEPTH = 4;
const MAX_FIELDS = 500;
const MAX_TEXT = 300;

/** The plan of an endpoint by the responses that the document describes; empty where it describes none. */
export function planOfResponses(document: unknown, endpoint: Endpoint): Plan {
	const root = isRecord(document) ? document : {};
	const operation = operationIn(root, endpoint);
	if (operation === undefined) return {};
	const variants = variantsOf(operation, root);
	const fields = [...new Map(variants.flat().map((each) => [each.path, each])).values()];
	if (fields.length === 0) return {};
	const places = Object.entries(PLACES)
		.map(([name, isPlace]) => [name, pathsOf(fields.filter(isPlace))] as const)
		.filter(([, paths]) => paths.length > 0);
	const state = stateOf(fields, variants);
	const next = nextOf(fields, requestFields(root, endpoint, operation));
	const plan: Plan = Object.fromEntries(places);
	return validEntries({ ...plan, ...(state && { state }), ...(next && { next }) });
}

/** The fields of each form that a good response can have. */
function variantsOf({ responses }: IDataObject, root: IDataObject): Described[][] {
	const good = Object.entries(isRecord(responses) ? responses : {}).filter(([status]) =>
		status.startsWith('2'),
	);
	return good.flatMap(([, response]) => {
		const schema = resolve(mediaSchema(resolve(response, root)), root);
		if (!isRecord(schema)) return [];
		const forms: unknown[] = [schema.oneOf, schema.anyOf].find(Array.isArray) ?? [schema];
		const resolved = forms.map((form) => resolve(form, root)).filter(isRecord);
		return resolved.map((form) => describedFields(form, root));
	});
}

/** Outermost first; never those of rows. */
function describedFields(schema: IDataObject, root: IDataObject): Described[] {
	const found = [describe(schema, '', 0)];
	for (const { path, depth, schema: outer } of found) {
		if (depth >= MAX_DEPTH || found.length > MAX_FIELDS) break;
		for (const [key, property] of Object.entries(merged(outer, root).properties)) {
			const inner = path === '' ? key : `${path}.${key}`;
			if (!key.includes('.')) found.push(describe(single(property, root), inner, depth + 1));
		}
	}
	return found;
}

function describe(schema: IDataObject, path: string, depth: number): Described {
	const name = splitKey(lastKey(path)).join(' ');
	const said = [name, textOf(schema.title), textOf(schema.description)].join(' | ');
	return { path, depth, schema, type: typeOf(schema), text: said.slice(0, MAX_TEXT).toLowerCase() };
}

const isText = ({ type }: Described) => type === 'string';
const isNumber = ({ type }: Described) => type === 'number' || type === 'integer';
const isLink = ({ schema, text }: Described) =>
	/^ur[il]/.test(textOf(schema.format)) || /\b(url|uri|link)\b/.test(text);
const JOB = '(job|task|run|request|report|export|screening|analysis|operation|lookup|snapshot)';
const ID = new RegExp(
	`\\b(id|identifier|uuid)\\b.* (of|for) (the|this|a|an) (\\w+ )?${JOB}\\b|\\b${JOB} (id|identifier|uuid)\\b`,
);

/** What a field holds, by its type, name and description. */
const PLACES: Partial<Record<PlaceName, (field: Described) => boolean>> = {
	id: (each) =>
		(isText(each) || each.type === 'integer') &&
		(isIdKey(lastKey(each.path)) || ID.test(each.text)),
	reason: (each) =>
		isText(each) &&
		/\b(reason|why)\b.*\b(fail|error)|\b(fail|failure|error) (message|reason|text)\b/.test(
			each.text,
		),
	rows: ({ type, text, path }) =>
		type === 'array' && !/\b(error|warning|filter|column|tag)s?\b/.test(path === '' ? '' : text),
	link: (each) =>
		isText(each) && isLink(each) && /\b(download|report|file|pdf|csv|export)\b/.test(each.text),
};

/** The outermost. Of several in one place, the document does not say which is meant. */
function pathsOf(fields: Described[]): string[] {
	const depth = Math.min(...fields.map((each) => each.depth));
	const [first, second] = fields.filter((each) => each.depth === depth);
	return first === undefined || second !== undefined ? [] : [first.path];
}

/** A text whose choices are states of a job: one while it runs, and one for an end. */
function stateOf(fields: Described[], variants: Described[][]): StatePlan | undefined {
	const wordsOf = ({ schema: { enum: choices } }: Described, state: string) =>
		(Array.isArray(choices) ? choices : []).filter(
			(each): each is string =>
				typeof each === 'string' && meaningOf(each, NO_OVERRIDES)?.state === state,
		);
	const field = fields.find(
		(each) =>
			isText(each) &&
			wordsOf(each, 'pending').length > 0 &&
			wordsOf(each, 'finished').length + wordsOf(each, 'failed').length > 0,
	);
	if (field === undefined) return undefined;
	const [pending = [], finished = [], failed = []] = STATES.map((state) => wordsOf(field, state));
	const progress = fields.filter(
		(each) => isNumber(each) && /\b(progress|percent|percentage)\b/.test(each.text),
	);
	// While it runs, a job has a state; its result may have none.
	const isLeftOut = variants.some((some) => some.every(({ path }) => path !== field.path));
	return {
		...{ path: [field.path], pending, finished, failed },
		...(progress.length > 0 && { progress: pathsOf(progress) }),
		...(isLeftOut && { none: 'finished' }),
	};
}

type RequestField = Pick<Described, 'path' | 'text'> & { startsAtZero?: boolean };

function requestFields(
	root: IDataObject,
	endpoint: Endpoint,
	operation: IDataObject,
): RequestField[] {
	const body = bodySchema(root, endpoint);
	const own =
		endpoint.method !== 'GET' && body.kind === 'found' ? columnsOf(body.schema, root) : [];
	return [
		...own.map(({ name, about = '' }) => ({ path: name, text: `${name} ${about}`.toLowerCase() })),
		...parametersOf(operation, root)
			.filter(({ in: place }) => place === 'query')
			.map(({ name, description, schema }) => {
				const { default: first, minimum } = isRecord(schema) ? schema : {};
				const startsAtZero = (first ?? minimum) === 0;
				return { ...describe({ description }, textOf(name), 0), startsAtZero };
			}),
	];
}

const ROWS = '(rows|results|items|records|entries|matches|hits)';
/** Of rows, not of likes or pages. */
const TOTAL = new RegExp(
	`^total( count| number| ${ROWS})? \\||^(?!.*\\bpages\\b).*\\btotal\\b[^|.]*\\b${ROWS}\\b`,
);
const isFlag = ({ type }: Described) => type === 'boolean';
const isEnd = ({ text }: Described) => /\b(last|no (more|next|further)|end)\b/.test(text);

/** By what a request takes: a cursor that a response names, a page number, or an offset. */
function nextOf(fields: Described[], sent: RequestField[]): NextPlan | undefined {
	const pathOf = (test: (field: Described) => boolean) => pathsOf(fields.filter(test));
	const fieldFor = (words: RegExp) => sent.find(({ text }) => words.test(text));
	const nameOf = (words: RegExp) => fieldFor(words)?.path;
	const isNext = ({ text }: Described) =>
		/\bnext\b/.test(text) && /\b(page|rows|results|cursor|token)\b/.test(text);
	const link = pathOf((each) => isText(each) && isNext(each) && isLink(each));
	const described = Object.entries({
		more: pathOf((each) => isFlag(each) && /\b(more|next)\b/.test(each.text) && !isEnd(each)),
		last: pathOf((each) => isFlag(each) && isEnd(each)),
		total: pathOf((each) => isNumber(each) && TOTAL.test(each.text)),
		pages: pathOf((each) => isNumber(each) && /\bpages\b/.test(each.text)),
	}).filter(([, paths]) => paths.length > 0);
	const counts = Object.fromEntries(described);
	if (link.length > 0) return { scheme: 'nextUrl', path: link, ...counts };
	const cursor = pathOf((each) => isText(each) && (isNext(each) || /\bcursor\b/.test(each.text)));
	const name = nameOf(/\b(cursor|continuation|(page|next) token)\b/);
	if (cursor.length > 0 && name !== undefined) {
		return { scheme: 'cursor', path: cursor, name, ...counts };
	}
	const size = nameOf(/\b(limit|page ?size|per page|rows per|number of (rows|results|items))\b/);
	const names = { ...(size !== undefined && { size }), ...counts };
	const offset = nameOf(/\b(offset|skip)\b/);
	if (offset !== undefined) return { scheme: 'offset', name: offset, ...names };
	const page = fieldFor(/^(?!.*(size|per page|limit)).*\bpage\b/);
	if (page === undefined) return undefined;
	const isFromZero = page.startsAtZero === true || /\b(zero|0)[- ]based\b/.test(page.text);
	return { scheme: 'page', name: page.path, ...(isFromZero && { first: 0 }), ...names };
}
