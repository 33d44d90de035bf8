import type { Content, ServiceResponse } from '../http/types';
import { decodeText, looksLikeHtml } from '../http/text';
import { parseJsonText } from '../values/json';
import { isRecord } from '../values/records';
import { textOf, trimEndOf } from '../values/text';
import { idInLink } from './jobLink';
import { lastKey, keyTests, memoize, normalizeKey, parentPath, splitKey, words } from './keys';
import { type Container, coreOf, outlineOf, contentValue } from './outline';
import { hasRole, isOfRun, jobWordsBefore } from './roles';
import { bySureness, candidate, collect, tierOf, weighed } from './rules';
import type { Candidate, Found, KeyRule } from './rules';
import { asId } from './scalars';
import { type JobOverrides, meaningOf, NO_OVERRIDES } from './stateWords';

type Id = string | number;

export interface JobId extends Found<Id> {
	/** Found where services also put a trace ID. */
	weak: boolean;
	/** Found under a name that may mean something else: a hint says so. */
	isUncertain: boolean;
	/** Others for which as much speaks. */
	rivals: Array<Found<Id>>;
	candidates: Array<Found<Id>>;
}

/** Where services say which job it is, apart from names of which only one may be there. */
const ID_KEYS = words('id uuid guid sid gid uid rid jid');
const ID_ENDINGS = words('id uuid guid uid sid identifier key no number ref');
/** The id may be all that is said of the job. */
const JOB_KEYS = words('job task run operation execution batch snapshot screening');
/** Names that may be those of something else. */
const LOOSE_KEYS = words('token handle key reference ref identifier ticket name');
const LOOSE_ENDINGS = words('token name handle reference code arn');
const OTHER_ENDINGS = words('id uuid guid uid sid handle identifier');
const is = keyTests({
	/** Also the names of trace ids, so they count only if nothing else is there. */
	trace: /^(x )?(request|req|trace|correlation|transaction|message|event|activity)( |)(id|uuid)$/,
	/** An id in these is that of the call, unless they have a state. */
	call: /^(request|req|trace|call)( info| metadata)?$/,
	jobLink:
		/^(.* )?(status|state|poll|polling|check|self|job|task|get|monitor|progress|operation|tracking|results?|detail|resource|response)( query)?( get)? (url|uri|link|href|location|endpoint)$/,
	/** `user_id`: ids of what a job is about, and of whom it is for. */
	about:
		/(^| )(user|account|client|customer|org|organization|organisation|project|workspace|team|tenant|owner|requester|creator|author|profile|candidate|platform|content|media|post|page|channel|campaign|brand|webhook|callback|parent|group|company|contact|template|rule|model|version|act|actor|app|device|external|subscription|plan|product|item|file|folder|bucket|region|category|list|criteria)( |$)/,
});

const BARE_LINK_KEYS = words('self url uri href location');
const LINK_LISTS = words('links urls');

const HEADERS = words(
	'operation-location azure-asyncoperation location content-location odata-entityid x-job-id x-task-id',
);

/** In a text: `job id: abc-1`, `"id":"abc-1`. What has no digit for longer than that is no id. */
const IN_TEXT =
	/(?:^|[^\p{L}\d])((?:\p{L}{1,40}[ _-]?)?(?:id|uuid|guid|sid))["']?\s*(?:(?:[:=#]|is)\s*)?["']?([a-z_.:~-]{0,40}\d[\w.:~-]*)/giu;
/** A colon that no digit follows ends an id. */
const UP_TO_COLON = /^.*\d[\w.~-]*/;
/** What names an id names it near its beginning. */
const MAX_TEXT_LENGTH = 64 * 1024;

export function findJobId(
	content: Content,
	response: ServiceResponse,
	overrides: JobOverrides,
	/** The path that was submitted to: its parts are no ids. */
	{ submittedTo }: { submittedTo?: string } = {},
): JobId | undefined {
	const value = contentValue(content);
	const ranked = bySureness([
		...bareId(value, overrides),
		...inContainers(value, submittedTo),
		...inHeaders(response, submittedTo),
		...(typeof value === 'string' ? idsInText(value) : []),
	]);
	const [best] = ranked;
	if (best === undefined) return undefined;
	const { tier, rule, path } = best;
	// Next to a sure ID, others are parts of something else; of names, only one may be there.
	const isRival = (other: Candidate<Id>) =>
		other.tier === tier &&
		String(other.value) !== String(best.value) &&
		(tier <= tierOf('id.name') ||
			parentPath(other.path) === parentPath(path) ||
			isHeld(best, other));
	return {
		value: best.value,
		path,
		rule,
		weak: tier <= tierOf('id.only'),
		isUncertain:
			rule === 'id.only' || (rule === 'id.name' && !isOfJob(path)) || tier < tierOf(rule),
		rivals: distinct(ranked.filter(isRival)),
		candidates: distinct(ranked),
	};
}

export const isIdKey = memoize(
	(key: string): boolean =>
		[...ID_KEYS, ...JOB_KEYS].includes(normalizeKey(key)) || isJobIdKey(key) || is.trace(key),
);

/** Ids that a text names: JSON that was cut off, a sentence. A web page is not from the service. */
export function idsInText(text: string): Array<Candidate<Id>> {
	if (looksLikeHtml(text)) return [];
	const named = [...text.slice(0, MAX_TEXT_LENGTH).matchAll(IN_TEXT)].map(
		([, key = '', value = '']) => {
			const id = trimEndOf(UP_TO_COLON.exec(value)?.[0] ?? value, '.');
			return candidate('id.text', key.trim(), id);
		},
	);
	return named.sort((one, other) => Number(is.trace(one.path)) - Number(is.trace(other.path)));
}

/** A sentence with the ids in a response that cannot be read as it should; '' if it names none. */
export function namedIds(response: ServiceResponse): string {
	const text = decodeText(response);
	const parsed = parseJsonText(text);
	const content: Content = parsed.ok
		? { kind: 'data', value: parsed.value }
		: { kind: 'text', text };
	const { candidates = [] } = findJobId(content, response, NO_OVERRIDES) ?? {};
	const ids = candidates.map(({ value, path }) =>
		path === '' ? `${value}` : `${value} (${path})`,
	);
	return ids.length === 0 ? '' : `The response contains these IDs: ${ids.slice(0, 10).join(', ')}.`;
}

function inContainers(value: unknown, submittedTo?: string): Array<Candidate<Id>> {
	const containers = coreOf(outlineOf(value), { submission: true });
	const less = tierOf('id.trace') - tierOf('id.key');
	return collect(containers, rulesFor(submittedTo)).map((each) =>
		weighed(each, [
			[isOfCall(each), less],
			[isOfHolder(each, submittedTo), -1],
		]),
	);
}

/** In one place `id` comes first, then the run, then the others as they come. */
function rulesFor(submittedTo = ''): Array<KeyRule<Id>> {
	const linkedId = (raw: unknown) =>
		textOf(asId(raw)).includes('/') ? idInLink(textOf(raw), submittedTo) : undefined;
	const own = submittedTo.split('/').filter((part) => part !== '');
	/** A link to a profile is called the same: this one leads to where the job was submitted. */
	const bareLinkedId = (raw: unknown) => {
		const parts = textOf(asId(raw)).split(/[/?#]/).slice(1, -1);
		return parts.some((part) => own.includes(part) || hasRole(part, 'job'))
			? linkedId(raw)
			: undefined;
	};
	const idInJob = (raw: unknown, each: Container) => (isInJob(each) ? asId(raw) : undefined);
	const relatedId = (raw: unknown) =>
		linksOf(raw)
			.filter(([rel]) => /^(self|status|get|job|monitor|poll)$/i.test(rel))
			.flatMap(([, href]) => linkedId(href) ?? [])[0];
	return [
		{ rule: 'id.key', keys: ID_KEYS, read: asId },
		{ rule: 'id.job', keys: (key) => isJobIdKey(key) && isOfRun(key), read: asId },
		{ rule: 'id.job', keys: isJobIdKey, read: asId },
		{ rule: 'id.link', keys: is.jobLink, read: linkedId },
		{ rule: 'id.link', keys: BARE_LINK_KEYS, read: bareLinkedId },
		{ rule: 'id.link', keys: LINK_LISTS, read: relatedId },
		{ rule: 'id.name', keys: JOB_KEYS, read: asLooseId },
		{ rule: 'id.name', keys: isLooseJobKey, read: asId },
		{ rule: 'id.name', keys: LOOSE_KEYS, read: asLooseId },
		{ rule: 'id.only', keys: (key) => isOtherId(key) && !is.about(key), read: asId },
		{ rule: 'id.only', keys: isOtherId, read: idInJob },
		{ rule: 'id.trace', keys: is.trace, read: asId },
	];
}

/** `_links: { self: { href } }` and `links: [{ rel, href }]`. */
export function linksOf(raw: unknown): Array<readonly [relation: string, href: unknown]> {
	if (Array.isArray(raw)) {
		return raw.filter(isRecord).map((each) => [textOf(each.rel), each.href] as const);
	}
	if (!isRecord(raw)) return [];
	return Object.entries(raw).map(
		([rel, each]) => [rel, isRecord(each) ? each.href : each] as const,
	);
}

/** `request: { id }` is a trace; `request: { id, status }` is a job. */
function isOfCall({ rule, container }: Candidate<Id>): boolean {
	if (!/^id\.(key|job)$/.test(rule) || container === undefined || !is.call(container.key))
		return false;
	return !hasState(container);
}

/** `{ id, username, screening: { id, status } }`: the id of a person, or of a workspace, that has the job. */
function isOfHolder({ rule, container }: Candidate<Id>, submittedTo = ''): boolean {
	if (rule !== 'id.key' || !container || hasState(container)) return false;
	const jobs = container.children.filter(({ key }) => hasRole(key, 'job'));
	const said = splitKey(textOf(container.record.object));
	const isOfJob = said.some((word) => hasRole(word, 'job'));
	if (is.about(said.at(-1) ?? '') && !isOfJob) return jobs.length > 0;
	// A screening may have an address and a report with a state: the job is what says so, or what was submitted to.
	const isOwn = ({ name }: Container) => `job task ${normalizeKey(submittedTo)}`.includes(name);
	return isPersonal(container) && jobs.some((each) => hasState(each) && isOwn(each));
}

/** Whether the first may be a person who has the job: the other. */
const isHeld = ({ container }: Candidate<Id>, { container: job }: Candidate<Id>): boolean =>
	job !== undefined && job.parent === container && isPersonal(container) && hasState(job);

const isPersonal = (each?: Container): boolean =>
	each?.fields.some(({ name }) => /(username|handle|email)$/.test(name)) === true;

const hasState = (each: Container) => each.named('status').length + each.named('state').length > 0;

/** In an object that is named like a job, an id counts whatever it is called. */
const isInJob = ({ isJobLike, depth, key }: Container) => isJobLike && depth > 0 && !is.call(key);

function isOfJob(path: string): boolean {
	const key = lastKey(path);
	return JOB_KEYS.includes(normalizeKey(key)) || isLooseJobKey(key);
}

function inHeaders(response: ServiceResponse, submittedTo?: string): Array<Candidate<Id>> {
	return HEADERS.flatMap((name) => {
		const value = idInLink(response.headers[name] ?? '', submittedTo);
		return value ? [candidate('id.header', `headers.${name}`, value)] : [];
	});
}

const isJobIdKey = memoize(
	(key: string): boolean => !is.trace(key) && jobWordsBefore(key, ID_ENDINGS) !== undefined,
);

const isLooseJobKey = memoize(
	(key: string): boolean => jobWordsBefore(key, LOOSE_ENDINGS) !== undefined,
);

/** `harvest_id`. */
const isOtherId = memoize((key: string): boolean => {
	const said = splitKey(key);
	return said.length > 1 && OTHER_ENDINGS.includes(said.at(-1) ?? '') && !is.trace(key);
});

/** A bare value is the id, unless it is a sentence or a word. */
function bareId(value: unknown, overrides: JobOverrides): Array<Candidate<Id>> {
	const id = asId(value);
	const isId =
		typeof id === 'number' ||
		(id !== undefined && looksLikeId(id) && meaningOf(id, overrides) === undefined);
	return id !== undefined && isId ? [candidate('id.response', '', id)] : [];
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
	const firsts = new Map<string, Found<Id>>();
	for (const { value, path, rule } of found) {
		if (!firsts.has(String(value))) firsts.set(String(value), { value, path, rule });
	}
	return [...firsts.values()];
}
