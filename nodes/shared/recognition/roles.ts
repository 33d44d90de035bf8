import { matchesKey, memoize, normalizeKey, splitKey, words } from './keys';
import { isPageField, PAGE_CONTAINER } from './pageKeys';

const JOB_WORD =
	/^(?:job|task|run|operation|process|processing|execution|workflow|pipeline|batch|bulk|async|queue|export|import|report|request|query|search|lookup|analysis|analyses|analytics|screening|scan|check|crawl|scrape|scraping|extraction|collection|collector|snapshot|transcription|transcript|prediction|inference|generation|render|rendering|conversion|completion|backfill|sync|upload|download|ingestion|enrichment|audit|inquiry|investigation|listening|overlap|monitoring|harvest|fetch|evaluation|submission|build|progress)s?$/;
/** With these, a state or an id may be that of a person, a post or a single call. */
const COMMON_WORD = /^(?:request|search|check|query|collection|upload|download|process|queue)s?$/;
/** Of a pair such as `job_id` and `run_id`, what is looked at again. */
const RUN_WORDS = new Set(words('run execution operation'));
export const isOfRun = (key: string) => splitKey(key).some((word) => RUN_WORDS.has(word));

const NOISE =
	/^(parameters|params|options|settings|config|configuration|input|inputs|filters|filter|arguments|summary|count|counts|stats|statistics|schema|template|user|owner|creator|author|account|profile|error|errors|meta|links|relationships|included|pagination|paging|fields|headers|usage|limits)$/;

/** `last_status` may be all that is said of a job; `last_run_status` is that of another run. */
const isOther = matchesKey(
	/(^| )(previous(ly)?|prev|prior|former|old|parent|source|baseline|benchmark|industry|average|avg|thresholds?|alert|min|minimum|last(?! (status|state)$))( |$)/,
);

/** `alert_level`, `last_score`: they count only if the response has no other. */
const isLastResort = matchesKey(/^(risk )?(alert|last|average|avg)( |$)/);

/** What a key says of the value under it. A key may have several roles. */
const ROLES = {
	/** Wraps what the response is about, and says nothing of it. */
	envelope: named(
		/^(data|result|response|payload|output|attributes|properties|d|value|content|body|answer)$/,
	),
	job: memoize(
		(key) =>
			!NOISE.test(splitKey(key).at(-1) ?? '') && !isOther(key) && splitKey(key).some(isJobWord),
	),
	/** Speaks of another time or another thing than the response does. */
	other: isOther,
	never: (key: string) => isOther(key) && !isLastResort(key),
	/** A run of the job before, unless there is nothing else. */
	lastJob: (key: string) => /^(last|source)/i.test(key) && splitKey(key).some(isJobWord),
	error: matchesKey(/^(.* )?(err|error|errors|fault|exception|problem|failure|failed)$/),
	/** Says how the call went, and nothing that a user asks for. */
	call: matchesKey(
		/^((.* )?(error|errors|err|errmsg|errcode|errno|fault|exception|failure|messages?|msg)( .*)?|(.* )?(code|subcode)|(retcode|statuscode|returncode|resultcode|statusmessage|errorcode|errormessage)|ret|(request |response )?status|status (text|info)|stat|state|success|successful|succeeded|is success|ok|ack|result|(.* )?(timestamp|warning|warnings)|(request |response |processing |execution |query |total )?(took|elapsed|duration|time)|date|server time|timed out|(api )?version|apiversion|jsonrpc|jsonapi|etag|object|kind|type|debug|shards|stack|trace|retry after|response metadata|metadata|meta|links?|included|(docs|documentation|doc|more) (url|info|link))$/,
	),
	remark: named(/^(details?|description|note|reason|hint|help|suggestion|cause)$/),
	page: isPageField,
	pageContainer: named(PAGE_CONTAINER),
	/** Lists that stand next to rows. */
	aside: named(
		/^(breadcrumbs|facets?|filters?|aggregations?|aggs|buckets|suggest(ions)?|included?s?|expansions|columns|fields|schemas?|headers?|sorts?|tags|keywords|categories|links?|attributions|htmlattributions|notices|notes|hints|ads|debug|stats|highlights|shards|meta|metadata|queries|context|features|options|related\w*)$/,
	),
	/** What went in: never the result. */
	input: named(
		/^(inputs?|parameters?|params|arguments|args|request|requestparams|searchparams|errors?|warnings?|problems|violations|messages?errors)$/,
	),
	/** What a single thing is called by. */
	identity: named(
		/^(name|fullname|username|handle|title|email|slug|displayname|firstname|nickname|platformusername|profileurl|description|bio|(full)?(text|transcript))$/,
	),
	time: (key: string) => /(at|time|date|timestamp)$/i.test(key) || splitKey(key).at(-1) === 'on',
	trace: matchesKey(
		/^(x )?(.* )?((request|req|correlation|trace|transaction|activity|invocation|fbtrace|log|debug|incident|error) (id|uuid)|(requestid|reqid|traceid|correlationid|transactionid|activityid)|ray id)$/,
	),
	/** What an envelope repeats of the request, or tells of its cost. */
	echo: named(
		/^(id|jobid|taskid|queryid|searchid|progress|lang|locale|currency|query|q|search|params|request|sort.*|order.*|maxscore|batchcomplete|resourcetype|billing|cost|credits.*|quota.*|ratelimit.*)$/,
	),
	/** Objects that hold something else than what is said of the response. */
	noise: (key: string) => NOISE.test(normalizeKey(key)),
};
type Role = keyof typeof ROLES;

export const hasRole = (key: string, ...roles: Role[]): boolean =>
	roles.some((role) => ROLES[role](key));

export const isOfOther = (path: string): boolean => path.split('.').some(isOther);

/** The words before `endings` in a key if one of them is a job's: `report_run` of `report_run_id`. */
export function jobWordsBefore(
	key: string,
	endings: readonly string[],
): readonly string[] | undefined {
	const said = splitKey(key);
	const last = said.at(-1) ?? '';
	if (isOther(key)) return undefined;
	if (said.length > 1 && endings.includes(last)) {
		const before = said.slice(0, -1);
		return before.some(isJobWord) ? before : undefined;
	}
	const ending = said.length === 1 ? endings.find((each) => last.endsWith(each)) : undefined;
	const before = ending === undefined ? '' : last.slice(0, -ending.length);
	return isJobWord(before) ? [before] : undefined;
}

/** A word that nothing but a job is called. */
export const isSureJobWord = (word: string): boolean => isJobWord(word) && !COMMON_WORD.test(word);

const isJobWord = (word: string): boolean => JOB_WORD.test(word);

function named(pattern: RegExp): (key: string) => boolean {
	return memoize((key) => pattern.test(normalizeKey(key)));
}
