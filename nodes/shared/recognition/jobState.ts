import type { Content, ServiceResponse } from '../http/types';
import { findJobReason, firstError, type Reason } from './error';
import { isIdKey } from './jobId';
import { valueAtPath } from './jobLink';
import {
	hasContent,
	holdsNothing,
	is,
	isEvidentResult,
	isLight,
	isOfMonitoring,
	isOpen,
	isStateKey,
	isThing,
	isUnfinished,
	MAX_WORD_LENGTH,
	saysNothing,
} from './jobSigns';
import { splitKey } from './keys';
import { containerFields, contentValue, coreOf, outlineOf, type Container } from './outline';
import { hasRole } from './roles';
import { bySureness, candidate, tierOf, type Candidate, type RuleId } from './rules';
import { asText, isScalarNumberOrFlag } from './scalars';
import { byAside, byFlags, byWords, saidBy, type Said, type Subject } from './stateFields';
import { isAmbiguous, meaningOf, NO_OVERRIDES, type JobOverrides } from './stateWords';

export interface ReadState extends Said {
	path?: string;
	rule?: RuleId;
	/** A failure, by a word that some services use for jobs that still run. */
	isDoubtful?: boolean;
	/** Another state, of which as much can be said. */
	contradiction?: string;
	reasonReading?: Reason;
}

const NOT_YET =
	/\b(in (progress|queue|the queue|process)|still (being |running|working)|not (yet )?(been )?(ready|available|completed?|finished|done|processed)|being (\w+ed|built)|please wait|try again (later|in)|check back|queued|processing|pending|almost (done|ready|there)|(done|ready|available) soon)\b/i;

/** `submission`: the response to a submission, in which a list of one job is that job. */
export function readState(
	content: Content,
	response: ServiceResponse,
	overrides: JobOverrides,
	/** `earlierPath`: where an earlier response of the same job had its state. */
	{ submission = false, earlierPath }: { submission?: boolean; earlierPath?: string } = {},
): ReadState {
	const value = contentValue(content);
	const containers = coreOf(outlineOf(value), { submission });
	const subject = { content, response, overrides, containers, submission };
	const all = candidatesIn(subject);
	const ranked = bySureness(all);
	// A state that was read at one place is not overruled by another place.
	const again = ranked.find(({ path, value: { unknown } }) => path === earlierPath && !unknown);
	const { value: said, rule, path, tier } = again ?? ranked[0] ?? nothing(subject);
	const read: ReadState = { ...said, rule };
	// Where a running job had a state, a response without one is the bare result.
	if (earlierPath !== undefined && ['assumed', 'rows'].includes(said.basis)) {
		read.basis = all.some((each) => each.path === earlierPath) ? 'assumed' : 'rows';
	}
	if (!['status', 'assumed', 'rows'].includes(read.basis)) read.path = path;
	const { rawState } = read;
	const rival = ranked.find(({ value: { state } }) => state !== said.state);
	if (!again && rival?.tier === tier && rival.value.rawState && rival.value.basis === 'word') {
		read.contradiction = `${rawState} (${path}), ${rival.value.rawState} (${rival.path})`;
	}
	if (said.state !== 'failed') return read;
	const found = findJobReason(containers, read.path, failedParts(value));
	const reason = said.reason ?? found?.value;
	const reasonReading = found && { ...found, value: said.reason ?? found.value };
	const isDoubtful = rawState !== null && isAmbiguous(rawState) && reason === undefined;
	return { ...read, reason, reasonReading, ...(isDoubtful && { isDoubtful }) };
}

/** Of a job in steps, those that failed. */
function failedParts(value: unknown): Container[] {
	return outlineOf(value).filter(({ entryOf, record: { status, state } }) => {
		const word = entryOf === 'part' ? asText(status ?? state) : undefined;
		return word !== undefined && meaningOf(word, NO_OVERRIDES)?.state === 'failed';
	});
}

function candidatesIn(subject: Subject): Array<Candidate<Said>> {
	const { content, response, overrides } = subject;
	const { statePath } = overrides;
	if (statePath !== undefined) {
		// Where the user says that the state is, it may be a flag or a number too.
		const raw = valueAtPath({ ...response, value: contentValue(content) }, statePath);
		const word = isScalarNumberOrFlag(raw) ? String(raw) : asText(raw);
		if (word === undefined) return [...byHttp(subject), nothing(subject)];
		return [candidate('stated', statePath, saidBy(word, overrides))];
	}
	return [bare, byWords, byFlags, byAside, byError, byProgress, byHttp, byTexts, nothing].flatMap(
		(each) => each(subject),
	);
}

/** A bare text is a state if it could be a word; a longer one is the result itself. */
function bare({ content, overrides }: Subject): Array<Candidate<Said>> {
	const word = asText(contentValue(content));
	const couldBe = word !== undefined && word.length <= MAX_WORD_LENGTH && !/\n|:\/\//.test(word);
	return couldBe ? [candidate('state.response', '', saidBy(word, overrides))] : [];
}

/** Nothing but an error, as with GraphQL, in a response that says 200. */
function byError({ containers }: Subject): Array<Candidate<Said>> {
	const reason = containers.some(hasContent) ? undefined : firstError(containers);
	if (reason === undefined) return [];
	const said: Said = { state: 'failed', rawState: null, basis: 'error', reason };
	return [candidate('state.error', '', said)];
}

const RUNNING: Said = { state: 'pending', rawState: null, basis: 'progress' };

function byProgress({ containers }: Subject): Array<Candidate<Said>> {
	const metadata = (each: Container) => each.children.filter(({ name }) => name === 'metadata');
	const near = containers.flatMap((each) => [each, ...metadata(each)]);
	const progress = containerFields(near.filter((each) => !isThing(each))).filter(isUnfinished);
	const open = containerFields(containers.filter((each) => each.isJobLike && isLight(each)));
	return [...progress, ...open.filter(isOpen)].map(({ path }) =>
		candidate('state.progress', path, RUNNING),
	);
}

/** A response with content and without a state is the result; an empty or 202 one is not yet. */
function byHttp({ content, response, containers: [root] }: Subject): Array<Candidate<Said>> {
	const isEarly = response.status === 202 || response.headers['retry-after'] !== undefined;
	const isVoid = root !== undefined && holdsNothing(root) && firstError([root]) === undefined;
	const isNothing = content.kind === 'empty' || saysNothing(contentValue(content));
	if (!isEarly && !isNothing && !isVoid && response.status !== 201) return [];
	const found = candidate<Said>('state.http', '', { ...RUNNING, basis: 'status' });
	// `ok` of an envelope does not outweigh a status that says "accepted".
	return [{ ...found, tier: isEarly || isVoid ? tierOf('state.flag') : found.tier }];
}

/** A text that there is no result yet, or a word for a running job under any key, and no result. */
function byTexts({ containers, overrides }: Subject): Array<Candidate<Said>> {
	const light = containers.filter((each) => isLight(each, { anyWord: true }));
	return light.flatMap((container) =>
		container.fields.flatMap(({ key, value, path }) => {
			const word = asText(value) ?? '';
			if (is.message(key) && NOT_YET.test(word)) return [candidate('state.message', path, RUNNING)];
			if (!saysPending(key, word, overrides) || isThing(container)) return [];
			const said: Said = { ...RUNNING, rawState: word, basis: 'word' };
			return [candidate('state.anywhere', path, said)];
		}),
	);
}

function saysPending(key: string, word: string, overrides: JobOverrides): boolean {
	const isOther =
		hasRole(key, 'identity', 'input', 'trace', 'time', 'other') ||
		[isIdKey, isStateKey, isOfMonitoring].some((isIt) => isIt(key));
	if (isOther || word.length > MAX_WORD_LENGTH) return false;
	const known = meaningOf(word, overrides);
	return known?.state === 'pending' && (known.listed || splitKey(word).length === 1);
}

function nothing({ content }: Subject): Candidate<Said> {
	const said: Said = { state: 'finished', rawState: null, basis: 'assumed' };
	return isEvidentResult(content)
		? candidate<Said>('state.rows', '', { ...said, basis: 'rows' })
		: candidate('state.none', '', said);
}
