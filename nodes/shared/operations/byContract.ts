import type { Endpoint } from '../catalogue/types';
import { CONTRACT_RULE, endpointLabel, pieceFor, type PathEntry } from '../contract/contract';
import {
	asLength,
	asPinnedId,
	asRows,
	asScalar,
	firstAt,
	sourceOf,
	stateBy,
	type At,
} from '../contract/read';
import { Failure } from '../failure/Failure';
import type { Content } from '../http/types';
import { shortened } from '../jobs/failures';
import { nextStep, type NextStep, type PageContext } from '../lists/nextStep';
import { pinnedStep } from '../lists/pinnedStep';
import type { PinnedList } from '../lists/readPages';
import type { PageSettings } from '../lists/scheme';
import { findJobId, type JobId } from '../recognition/jobId';
import { readState, type ReadState } from '../recognition/jobState';
import { findLinks } from '../recognition/link';
import { findFlaggedCounts, findRatings } from '../recognition/rating';
import { findRows, type FoundRows } from '../recognition/rows';
import { isEnvelopeWord } from '../recognition/stateWords';
import type { Found } from '../recognition/rules';
import { asLink } from '../recognition/scalars';
import { toItem } from '../response/outputItem';
import type { DecodedResponse } from '../Service';
import type { Settings } from '../settings/readSettings';
import type { Hints } from './Hints';

/** A response to read: by the contract of the credential, or recognised where the contract has no entry. */
export interface PinnedReading {
	settings: Settings;
	hints: Hints;
	endpoint: Endpoint;
	received: DecodedResponse;
}

type ListReading = Omit<PinnedReading, 'received'>;

interface Difference {
	content: Content;
	/** What changed, e.g. "the ID is not at 'data.id'". */
	what: string;
	now?: string;
	id?: JobId['value'];
}

/** Reports a difference from the contract: an error if the contract is strict, otherwise a hint. */
function reportDifference(reading: ListReading, { content, what, now, id }: Difference): void {
	const { settings, hints, endpoint } = reading;
	const change = now === undefined ? what : `${what}; it is now at '${now.slice(0, MAX_SHOWN)}'`;
	const label = endpointLabel(endpoint);
	if (settings.contract?.strict !== true) {
		hints.add(`${label} ${DIFFERS}`, change);
		return;
	}
	throw new Failure({
		kind: 'response',
		message: `The response of ${label} differs from the contract in the credential: ${change}`,
		description: id === undefined ? STRICT : `The ID of the job may be ${id}. ${STRICT}`,
		response: shortened(toItem(content).json),
		...(id !== undefined && { job: { id } }),
	});
}

const MAX_SHOWN = 100;

const DIFFERS =
	'differs from the contract in the credential: %. The node recognised it instead. Create the contract again.';

const STRICT =
	"Create the contract again, or turn off 'Strict Contract' in the credential, then retry this execution. It does not send paid requests again.";

interface Wanted<T, V> {
	kind: PathEntry;
	noun: string;
	/** Parses the value at a path of the contract. */
	read: (raw: unknown, path: string) => V | undefined;
	make: (found: At<V> & { rule: typeof CONTRACT_RULE }) => T;
	/** Reads by the node's option, or recognises the value. */
	recognise: () => T | undefined;
	hasOption?: boolean;
	/** The value may be missing. It is a difference only if it is recognised elsewhere. */
	isOptional?: boolean;
}

/** The value at the contract's path. Recognised if the contract has no path, or if there is no value at it. */
function find<T extends { path: string }, V>(reading: PinnedReading, wanted: Wanted<T, V>) {
	const { kind, noun, read, make, recognise, hasOption = false, isOptional = false } = wanted;
	const { settings, endpoint, received } = reading;
	const paths = hasOption ? undefined : pieceFor(settings.contract, endpoint)[kind];
	if (paths === undefined) return recognise();
	const pinned = firstAt(paths, sourceOf(received.content, received.response), read);
	if (pinned !== undefined) return make({ ...pinned, rule: CONTRACT_RULE });
	const now = recognise();
	if (now !== undefined || !isOptional) {
		const id = kind === 'id' ? (now as JobId | undefined)?.value : undefined;
		const what = `${noun} is not at '${paths.join("' or '")}'`;
		reportDifference(reading, { content: received.content, what, now: now?.path, id });
	}
	return now;
}

export function jobIdOf(reading: PinnedReading): JobId | undefined {
	const { settings, endpoint, received } = reading;
	const { job } = settings;
	const where = { submittedTo: endpoint.path };
	return find<JobId, JobId['value']>(reading, {
		kind: 'id',
		noun: 'the ID',
		hasOption: job.idPath !== undefined,
		read: asPinnedId(endpoint.path),
		make: (found) => ({
			...found,
			weak: false,
			isUncertain: false,
			margin: Infinity,
			rivals: [],
			trace: [],
			candidates: [found],
		}),
		recognise: () => findJobId(received.content, received.response, job, where),
	});
}

/** The state in the response to a submission. If the contract has only the ID, the response has no state. */
export function stateAfterSubmission(reading: PinnedReading, named: JobId | undefined): ReadState {
	const { state } = pieceFor(reading.settings.contract, reading.endpoint);
	const isSilent = named?.rule === CONTRACT_RULE && state === undefined;
	return isSilent ? NO_STATE : stateOf(reading, { submission: true });
}

export const NO_STATE: ReadState = { state: 'pending', rawState: null, basis: 'assumed' };

export function stateOf(reading: PinnedReading, options: { submission?: boolean } = {}): ReadState {
	const { settings, endpoint, received } = reading;
	const { content, response } = received;
	const { job, contract } = settings;
	const piece = pieceFor(contract, endpoint);
	const recognise = () => readState(content, response, job, options);
	if (job.statePath !== undefined || piece.state === undefined) return recognise();
	const { state: pin } = piece;
	const seen = stateBy({ ...piece, state: pin }, sourceOf(content, response), job);
	if (seen.kind === 'known') {
		const { state, rawState, path } = seen;
		const needsReason = state === 'failed' && seen.reason === undefined;
		const reason = needsReason ? recognise().reason : seen.reason;
		return { state, rawState, basis: 'word', path, rule: CONTRACT_RULE, reason };
	}
	// In the response to a submission, `success` is about the request, not about the job.
	if (options.submission && seen.kind === 'unknownWord' && isEnvelopeWord(seen.word)) {
		return NO_STATE;
	}
	const now = recognise();
	const what =
		seen.kind === 'missing'
			? `the state is not at '${pin.path.join("' or '")}'`
			: `the state '${seen.word.slice(0, MAX_SHOWN)}' at '${seen.path}' is unknown`;
	reportDifference(reading, { content, what, now: now.path });
	return now;
}

const NO_ROWS: FoundRows = { rows: [], path: '', rule: 'rows.nothing', candidates: [] };

/** `isLater`: not the first page. After the last page, some services leave the list out. */
export function readRows(reading: PinnedReading, { isLater = false } = {}): FoundRows | undefined {
	const { settings, endpoint, received } = reading;
	const { content } = received;
	const { rowsPath: path } = settings;
	const recognise = () => {
		if (content.kind === 'empty') return NO_ROWS;
		const value = dataOf(reading);
		return value === undefined ? undefined : findRows({ value, endpointPath: endpoint.path, path });
	};
	return find<FoundRows, unknown[]>(reading, {
		kind: 'rows',
		noun: 'the list',
		hasOption: path !== undefined || content.kind === 'empty',
		isOptional: isLater,
		// Null is an empty list, unless there are rows somewhere else.
		read: (raw) => (raw === null && recognise()?.rows.length ? undefined : asRows(raw)),
		make: ({ value, ...found }) => ({ ...found, rows: value, candidates: [] }),
		recognise,
	});
}

export function readValue<Kind extends keyof Values>(
	reading: PinnedReading,
	kind: Kind,
): Values[Kind] | undefined {
	const { noun, read, recognise } = VALUES[kind];
	return find<Found<Values[Kind]>, Values[Kind]>(reading, {
		kind,
		noun,
		isOptional: kind === 'link',
		read,
		make: (found) => found,
		recognise: () => recognise(dataOf(reading))[0],
	})?.value;
}

interface Values {
	link: string;
	rating: string | number;
	count: number;
}

const VALUES: {
	[Kind in keyof Values]: {
		noun: string;
		read: (raw: unknown) => Values[Kind] | undefined;
		recognise: (value: unknown) => Array<Found<Values[Kind]>>;
	};
} = {
	link: { noun: 'the link', read: asLink, recognise: findLinks },
	rating: { noun: 'the rating', read: asScalar, recognise: findRatings },
	count: {
		noun: 'the number of flagged items',
		read: asLength,
		recognise: findFlaggedCounts,
	},
};

function dataOf({ received: { content } }: PinnedReading): unknown {
	return content.kind === 'data' ? content.value : undefined;
}

/** How the contract reads a list; empty if it has no entry for it. */
export function listBy(list: ListReading): PinnedList {
	const { contract, rowsPath, pages } = list.settings;
	const { rows, next } = pieceFor(contract, list.endpoint);
	return {
		...(rows &&
			rowsPath === undefined && {
				rows: (received, isLater) => readRows({ ...list, received }, { isLater }),
			}),
		...(next &&
			pages.scheme === 'auto' && {
				next: (context) => {
					const decision = pinnedStep(next, context);
					if (decision.kind !== 'missing') return decision;
					try {
						return missingNext(list, context, decision.path);
					} catch (failure) {
						return { kind: 'failed', failure };
					}
				},
			}),
	};
}

/** Many services leave the next-page field out on the last page. It is a difference only if a next page is found elsewhere. */
function missingNext(reading: ListReading, context: PageContext, path: string): NextStep {
	const now = nextStep(reading.settings.pages, context);
	if (now.kind === 'end') return now;
	if (now.basis === 'full' || now.basis === 'probe') return { kind: 'end' };
	const what =
		path === ''
			? 'there is a next page, but the contract defines none'
			: `the next page is not at '${path}'`;
	const content: Content = { kind: 'data', value: context.response };
	reportDifference(reading, { content, what, now: now.found.path });
	return now;
}

/** If 'Pagination' is set in the node, the field names come from the contract. */
export function pagesOf({ settings, endpoint }: ListReading): PageSettings {
	const { pages, contract } = settings;
	const { name, size } = pieceFor(contract, endpoint).next ?? {};
	if (name === undefined || pages.scheme === 'auto') return pages;
	const names = { cursorName: name, offsetName: name, pageName: name };
	return { ...pages, names: { ...names, limitName: size, pageSizeName: size } };
}
