import type { IDataObject } from 'n8n-workflow';

import type { Content, ServiceResponse } from '../http/types';
import { decodeText } from '../http/text';
import { parseJsonText } from '../values/json';
import { valueAt, isRecord } from '../values/records';
import { type JobOverrides, meaningOf } from './stateWords';
import { headerAt, idInLink } from './jobLink';
import {
	distinctBy,
	inWords,
	keyWords,
	lookUp,
	plain,
	remembered,
	type Evidence,
	type Found,
} from './lookup';
import { isJobName, jobWordsBefore, placesOf, RUN_WORDS, words, type JobPlace } from './places';
import { textOf, trimEndOf } from '../values/text';

type Id = string | number;

/** The id of a job, and what else could be it. */
export interface JobId extends Found<Id> {
	/** Found where a trace id may stand as well. */
	weak: boolean;
	/** By a name that may be that of something else. */
	doubtful: boolean;
	/** Ids of equal right with other values. */
	rivals: Array<Found<Id>>;
	/** All that could be an id, with the one that was taken. */
	candidates: Array<Found<Id>>;
}

/** Where services say which job it is, apart from names of which only one may be there. */
const ID_KEYS = ['id', 'uuid', 'guid', 'sid', 'gid', 'uid', 'rid', 'jid'];
const ID_ENDINGS = ['id', 'uuid', 'guid', 'uid', 'sid', 'identifier', 'key', 'no', 'number', 'ref'];
/** The id may be all that is said of the job. */
const JOB_KEYS = ['job', 'task', 'run', 'operation', 'execution', 'batch', 'snapshot', 'screening'];
/** Names that may be those of something else. */
const LOOSE_KEYS = ['token', 'handle', 'key', 'reference', 'ref', 'identifier', 'ticket', 'name'];
const LOOSE_ENDINGS = ['token', 'name', 'handle', 'reference', 'code', 'arn'];
/** Also the names of trace ids, so they count only if nothing else is there. */
const isTrace = inWords(
	/^(x )?(request|req|trace|correlation|transaction|message|event|activity)( |)(id|uuid)$/,
);
/** Ids of what a job is about, and of whom it is for. */
const ABOUT = new Set(
	words(
		'user account client customer org organization organisation project workspace team tenant owner',
		'requester creator author profile candidate platform content media post page channel campaign brand',
		'webhook callback parent group company contact template rule model version act actor app device',
		'external session subscription plan product item file folder bucket region category list criteria',
	),
);
const OTHER_ENDINGS = ['id', 'uuid', 'guid', 'uid', 'sid', 'handle', 'identifier'];

/** Links by which services say where the job can be looked at. */
const isJobLink = inWords(
	/^(.* )?(status|state|poll|polling|check|self|job|task|get|monitor|progress|operation|tracking|results?|detail|resource|response)( query)?( get)? (url|uri|link|href|location|endpoint)$/,
);
const BARE_LINK_KEYS = ['self', 'url', 'uri', 'href', 'location'];

const HEADERS = [
	'operation-location',
	'azure-asyncoperation',
	'location',
	'content-location',
	'odata-entityid',
	'x-job-id',
	'x-task-id',
];

/** In a text: `job id: abc-1`, `"id":"abc-1`. What has no digit for longer than that is no id. */
const IN_TEXT =
	/(?:^|[^\p{L}\d])((?:\p{L}{1,40}[ _-]?)?(?:id|uuid|guid|sid))["']?\s*(?:(?:[:=#]|is)\s*)?["']?([a-z_.:~-]{0,40}\d[\w.:~-]*)/giu;
/** A colon that no digit follows ends an id. */
const UP_TO_COLON = /^.*\d[\w.~-]*/;
/** What names an id names it near its beginning. */
const LONGEST_TEXT = 64 * 1024;

const A_NAME = 'a name';
const ONLY_ID = 'the only id';
const DOUBTFUL = new Set([A_NAME, ONLY_ID]);

interface Where {
	/** The path that was submitted to: its parts are no ids. */
	submittedTo?: string;
}

/** The id of the job that an answer to a submission tells of. */
export function findJobId(
	content: Content,
	response: ServiceResponse,
	overrides: JobOverrides,
	where: Where = {},
): JobId | undefined {
	const value = valueOf(content);
	if (overrides.idPath) return statedId(value, response, overrides.idPath);
	const tiers = idsByTrust(value, response, overrides, where);
	const candidates = distinct(tiers.flatMap(({ found }) => found));
	const first = tiers.find(({ found }) => found.length > 0);
	const [chosen, ...others] = distinct(first?.found ?? []);
	if (first === undefined || chosen === undefined) return undefined;
	const rivals = first.alone
		? others
		: others.filter(({ path }) => parentOf(path) === parentOf(chosen.path));
	const doubtful = DOUBTFUL.has(chosen.rule ?? '');
	return { ...chosen, weak: first.weak, doubtful, rivals, candidates };
}

export function readJobId(
	content: Content,
	response: ServiceResponse,
	overrides: JobOverrides,
	where: Where = {},
): Id | undefined {
	return findJobId(content, response, overrides, where)?.value;
}

/** Whether a key names an id of a job or of a request. */
export const isIdKey = remembered(
	(key: string): boolean =>
		[...ID_KEYS, ...JOB_KEYS].some((each) => plain(each) === plain(key)) ||
		isJobIdKey(key) ||
		isTrace(key),
);

/** Ids that a text names: JSON that was cut off, a web page, a sentence. */
export function idsInText(text: string): Array<Found<Id>> {
	const shown = withoutScripts(text.slice(0, LONGEST_TEXT)).replace(/<[^<>]+>/g, ' ');
	const named = [...shown.matchAll(IN_TEXT)].map(([, key = '', value = '']) => ({
		value: trimEndOf(UP_TO_COLON.exec(value)?.[0] ?? value, '.'),
		path: key.trim(),
		rule: 'named in the text',
	}));
	const strong = named.filter(({ path }) => !isTrace(path));
	return distinct([...strong, ...named]);
}

function withoutScripts(text: string): string {
	const parts = text.split(/<(?=\/?(?:script|style)\b)/i);
	const isScript = (part: string, at: number) =>
		/^s/i.test(part) && at > 0 && parts[at + 1]?.startsWith('/') === true;
	return parts.filter((part, at) => !isScript(part, at)).join('<');
}

/** A sentence with the ids in an answer that cannot be read as it should; '' if it names none. */
export function namedIds(response: ServiceResponse): string {
	const text = decodeText(response);
	const parsed = parseJsonText(text);
	const inBody = parsed.ok
		? findJobId({ kind: 'data', value: parsed.value }, response, NO_OVERRIDES)?.candidates
		: [...inHeaders(response), ...idsInText(text)];
	const ids = (inBody ?? []).map(({ value, path }) =>
		path === '' ? `${value}` : `${value} (${path})`,
	);
	return ids.length === 0 ? '' : `The answer names these IDs: ${ids.slice(0, 10).join(', ')}.`;
}

const NO_OVERRIDES: JobOverrides = { pendingStates: [], finishedStates: [], failedStates: [] };

interface Tier {
	found: Array<Found<Id>>;
	weak: boolean;
	/** Counts only if it is the only one of its kind; others are rivals. */
	alone?: boolean;
}

/** What could be the id, the surest first. */
function idsByTrust(
	value: unknown,
	response: ServiceResponse,
	overrides: JobOverrides,
	{ submittedTo }: Where,
): Tier[] {
	const places = placesOf(value, { submission: true });
	const look = (...evidence: Array<Evidence<Id>>) => lookUp(places, evidence);
	const id = (rule: string, keys: Evidence<Id>['keys']): Evidence<Id> => ({
		rule,
		keys,
		read: asId,
	});
	const named = look(id('an id', ID_KEYS), id("a job's id", isJobIdKey));
	return [
		{ found: bareId(value, overrides), weak: false },
		{ found: byPlace(named, places), weak: false },
		{ found: inHeaders(response, submittedTo), weak: false },
		{
			found: look(
				{ rule: 'a link to the job', keys: isJobLink, read: linkedId },
				{ rule: 'a link to the job', keys: BARE_LINK_KEYS, read: bareLinkedId },
				linkList(),
			),
			weak: false,
		},
		{
			found: look(
				{ rule: 'a job', keys: JOB_KEYS, read: asLooseId },
				id("a job's name", isLooseJobKey),
				{
					rule: A_NAME,
					keys: LOOSE_KEYS,
					read: asLooseId,
				},
			),
			weak: false,
			alone: true,
		},
		{ found: look(id(ONLY_ID, isOtherId)), weak: true, alone: true },
		{ found: look(id('the id of a request or trace', isTrace)), weak: true },
		{ found: typeof value === 'string' ? idsInText(value) : [], weak: true },
	];

	function linkedId(raw: unknown): Id | undefined {
		return typeof raw === 'string' && raw.includes('/') ? idInLink(raw, submittedTo) : undefined;
	}

	/** A link to a profile is called the same: this one leads to where the job was submitted. */
	function bareLinkedId(raw: unknown): Id | undefined {
		const own = (submittedTo ?? '').split('/').filter((part) => part !== '');
		const parts = typeof raw === 'string' ? raw.split(/[/?#]/) : [];
		const isJob = parts.slice(1, -1).some((part) => own.includes(part) || isJobName(part));
		return isJob ? linkedId(raw) : undefined;
	}

	/** `_links: { self: { href } }` and `links: [{ rel, href }]`. */
	function linkList(): Evidence<Id> {
		return {
			rule: 'a link to the job',
			keys: ['links', '_links', 'urls'],
			read: (raw) => {
				const links = Array.isArray(raw)
					? raw.filter(isRecord).map((each) => [textOf(each.rel), each.href] as const)
					: Object.entries((raw ?? {}) as IDataObject).map(
							([rel, each]) => [rel, (each as IDataObject | null)?.href ?? each] as const,
						);
				return links
					.filter(([rel]) => /^(self|status|get|job|monitor|poll)$/i.test(rel))
					.map(([, href]) => linkedId(href))
					.find((each) => each !== undefined);
			},
		};
	}
}

/** The outermost first; of ids in one place `id`, then the run, then the others as they come. */
function byPlace(found: Array<Found<Id>>, places: JobPlace[]): Array<Found<Id>> {
	const rank = ({ path }: Found<Id>) => {
		const key = path.slice(path.lastIndexOf('.') + 1);
		if (ID_KEYS.some((each) => plain(each) === plain(key))) return 0;
		return keyWords(key).some((word) => RUN_WORDS.has(word)) ? 1 : 2;
	};
	const depth = ({ path }: Found<Id>) => places.findIndex((place) => place.path === parentOf(path));
	return [...found].sort((a, b) => depth(a) - depth(b) || rank(a) - rank(b));
}

function parentOf(path: string): string {
	return path.slice(0, Math.max(path.lastIndexOf('.'), 0));
}

function statedId(value: unknown, response: ServiceResponse, idPath: string): JobId | undefined {
	const id = asId(headerAt(response.headers, idPath) ?? valueAt(value, idPath));
	if (id === undefined) return undefined;
	const found = { value: id, path: idPath, rule: "'ID Path'" };
	return { ...found, weak: false, doubtful: false, rivals: [], candidates: [found] };
}

function inHeaders(response: ServiceResponse, submittedTo?: string): Array<Found<Id>> {
	return HEADERS.flatMap((name) => {
		const text = response.headers[name];
		const id = text === undefined ? undefined : idInLink(text, submittedTo);
		return id === undefined ? [] : [{ value: id, path: `headers.${name}`, rule: 'a header' }];
	});
}

const isJobIdKey = remembered(
	(key: string): boolean => !isTrace(key) && jobWordsBefore(key, ID_ENDINGS) !== undefined,
);

const isLooseJobKey = remembered(
	(key: string): boolean => jobWordsBefore(key, LOOSE_ENDINGS) !== undefined,
);

/** `harvest_id`, but not `user_id`. */
const isOtherId = remembered((key: string): boolean => {
	const named = keyWords(key);
	const isId = named.length > 1 && OTHER_ENDINGS.includes(named.at(-1) ?? '');
	return isId && !isTrace(key) && !named.some((word) => ABOUT.has(word));
});

/** A bare value is the id, unless it is a sentence or a word. */
function bareId(value: unknown, overrides: JobOverrides): Array<Found<Id>> {
	const id = asId(value);
	const isId =
		typeof id === 'number' ||
		(id !== undefined && looksLikeId(id) && meaningOf(id, overrides) === undefined);
	return id !== undefined && isId ? [{ value: id, path: '', rule: 'the answer itself' }] : [];
}

/** No spaces, and a digit or letters as no word has them: `Created!` is none. */
function looksLikeId(text: string): boolean {
	if (!/^[\w.:~/+=-]+$/.test(text)) return false;
	return /\d|[a-z][A-Z]|[_-]/.test(text) || text.length >= 16;
}

/** What services use as a name for a job has no spaces; a title has. */
function asLooseId(raw: unknown): Id | undefined {
	const id = asId(raw);
	return typeof id === 'string' && !looksLikeId(id) ? undefined : id;
}

function distinct(found: Array<Found<Id>>): Array<Found<Id>> {
	return distinctBy(found, ({ value }) => String(value));
}

function valueOf(content: Content): unknown {
	if (content.kind === 'data') return content.value;
	return content.kind === 'text' ? content.text.trim() : undefined;
}

function asId(raw: unknown): Id | undefined {
	if (typeof raw === 'number' && Number.isFinite(raw)) return raw;
	return typeof raw === 'string' && raw.trim() !== '' ? raw.trim() : undefined;
}
