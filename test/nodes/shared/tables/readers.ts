import type { IDataObject } from 'n8n-workflow';

import { leadsInside } from '../../../../nodes/shared/http/address';
import { INSECURE, toNetworkError } from '../../../../nodes/shared/http/networkError';
import { isWrittenInAscii } from '../../../../nodes/shared/http/text';
import type { Content, ServiceResponse } from '../../../../nodes/shared/http/types';
import { serialize } from '../../../../nodes/shared/jobs/storedResponse';
import { nextStep } from '../../../../nodes/shared/lists/nextStep';
import { DEFAULT_PAGE_SETTINGS } from '../../../../nodes/shared/lists/scheme';
import { SeenPages } from '../../../../nodes/shared/lists/SeenPages';
import { findAudience, findBreakdowns } from '../../../../nodes/shared/recognition/breakdowns';
import { findCost } from '../../../../nodes/shared/recognition/cost';
import { readError } from '../../../../nodes/shared/recognition/error';
import { findJobId, namedIds } from '../../../../nodes/shared/recognition/jobId';
import { readState } from '../../../../nodes/shared/recognition/jobState';
import { findLinks } from '../../../../nodes/shared/recognition/link';
import { readPageInfo } from '../../../../nodes/shared/recognition/pageInfo';
import { findFlaggedCounts, findRatings } from '../../../../nodes/shared/recognition/rating';
import { findRejection } from '../../../../nodes/shared/recognition/rejection';
import { findRows } from '../../../../nodes/shared/recognition/rows';
import { meaningOf, NO_OVERRIDES } from '../../../../nodes/shared/recognition/stateWords';
import { findProfile, findTraits, profileName } from '../../../../nodes/shared/recognition/traits';
import { ratingTone } from '../../../../nodes/shared/report/tones';
import { decode } from '../../../../nodes/shared/response/decode';
import { toFile } from '../../../../nodes/shared/response/file';
import { isRateLimitResponse } from '../../../../nodes/shared/transport/retry';
import { isRecord } from '../../../../nodes/shared/values/records';
import { runAtOnce } from '../../../../nodes/shared/values/steps';
import { linesOf } from '../report/pages';
import { request } from '../responses';

/** A response, or a part of one, and what was entered in the request for it. */
export interface Given {
	body?: unknown;
	headers?: Record<string, string>;
	status?: number;
	path?: string;
	sent?: IDataObject;
}

interface Found {
	value?: unknown;
	path?: string;
	rule?: string;
}

const pin = (found: Found | undefined) =>
	found && [JSON.stringify(found.value), found.path, found.rule].filter(Boolean).join(' ');

const headersOf = ({ headers = {} }: Given) => headers;

function responseTo(given: Given): ServiceResponse {
	const { body, status = 200 } = given;
	const text = typeof body === 'string' ? body : body === undefined ? '' : JSON.stringify(body);
	return { status, headers: headersOf(given), body: Buffer.from(text) };
}

const contentOf = ({ body }: Given): Content =>
	typeof body === 'string' ? { kind: 'text', text: body } : { kind: 'data', value: body };

const textOf = ({ body }: Given): string => (typeof body === 'string' ? body : '');

function stateOf(given: Given, submission: boolean) {
	const { state, rawState, path, rule, reason, contradiction } = readState(
		contentOf(given),
		responseTo(given),
		NO_OVERRIDES,
		{ submission },
	);
	return [pin({ value: rawState, path, rule }), state, reason, contradiction]
		.filter(Boolean)
		.join(' ');
}

const rowsOf = ({ body, path = '' }: Given) => findRows({ value: body, endpointPath: path });

function stepAfter(given: Given, isSecond: boolean): unknown {
	const { body, sent = {} } = given;
	const found = rowsOf(given);
	const rows = found?.rows.length ?? 0;
	const first = {
		response: body,
		headers: headersOf(given),
		rowsPath: found?.path ?? '',
		...{ rows, largestPage: rows, fetched: rows, pages: 1 },
		entered: { names: Object.keys(sent), value: (name: string) => sent[name] },
		resolve: (link: string) => new URL(link, 'https://api.example.com/list').href,
	};
	const after = nextStep(DEFAULT_PAGE_SETTINGS, first);
	if (!isSecond || after.kind === 'end') return shortened(after);
	const { step: requested } = after;
	return shortened(
		nextStep(DEFAULT_PAGE_SETTINGS, { ...first, requested, pages: 2, fetched: 2 * rows }),
	);
}

function shortened(decision: ReturnType<typeof nextStep>): unknown {
	if (decision.kind === 'end') return { end: decision.incomplete ?? 'complete' };
	const { step, basis, isComplete, others } = decision;
	return { step, basis, ...(isComplete && { isComplete }), others };
}

function fileOf(given: Given): unknown {
	const { type, name } = toFile(responseTo(given), '/v1/report');
	return { type, name };
}

/** Whether a link leads inside, from a public host and from a private one. */
const host = (given: Given): unknown =>
	['https://api.example.com', 'http://10.0.0.5'].map((from) =>
		leadsInside(new URL(from), new URL(`http://${textOf(given)}`)),
	);

/** Whether the second page of `[page, page]` is taken for the first one. */
async function repeats({ body }: Given): Promise<unknown> {
	const [first, second] = Array.isArray(body) ? (body as unknown[]) : [];
	if (!Array.isArray(first) || !Array.isArray(second)) return undefined;
	const seen = new SeenPages();
	seen.add(first, 0);
	return await seen.isRepeated(second, first);
}

/** What can be read of a response, by name. */
export const READERS: Record<string, (given: Given) => unknown> = {
	id: (given) => {
		const { path: submittedTo = '/screening' } = given;
		const read = findJobId(contentOf(given), responseTo(given), NO_OVERRIDES, { submittedTo });
		if (read === undefined) return undefined;
		const { weak, isUncertain, rivals } = read;
		return [pin(read), weak && 'weak', isUncertain && 'unsure', ...rivals.map(pin)]
			.filter(Boolean)
			.join(' ');
	},
	ids: (given) => namedIds(responseTo(given)),
	submitted: (given) => stateOf(given, true),
	state: (given) => stateOf(given, false),
	rows: (given) => {
		const found = rowsOf(given);
		const [first] = found?.rows ?? [];
		const keys = isRecord(first) ? Object.keys(first) : first;
		return found && pin({ ...found, value: [found.rows.length, keys] });
	},
	pages: (given) =>
		readPageInfo({ value: given.body, headers: headersOf(given), rowsPath: rowsOf(given)?.path }),
	step: (given) => stepAfter(given, false),
	secondStep: (given) => stepAfter(given, true),
	link: ({ body }) => pin(findLinks(body)[0]),
	rating: ({ body }) => pin(findRatings(body)[0]),
	flagged: ({ body }) => pin(findFlaggedCounts(body)[0]),
	cost: (given) => {
		const { used, left } = findCost(given.body, headersOf(given));
		return { used: pin(used), left: pin(left) };
	},
	error: (given) => readError(responseTo(given)),
	rejection: (given) => findRejection(responseTo(given)),
	rejectionOfJob: (given) => findRejection(responseTo(given), { ofJob: true }),
	traits: ({ body }) => findTraits(body),
	lists: ({ body }) =>
		Object.fromEntries(Object.entries(findBreakdowns(body)).filter(([, list]) => list.length > 0)),
	audience: ({ body }) => findAudience(body),
	profile: ({ body }) => [findProfile(body), profileName(body)],
	report: ({ body }) => (isRecord(body) ? linesOf([body]).join(' | ') : undefined),
	word: (given) => meaningOf(textOf(given), NO_OVERRIDES),
	tone: (given) => ratingTone(textOf(given)),
	network: (given) => {
		const { code, neverConnected, timedOut } = toNetworkError({ code: textOf(given) });
		return { neverConnected, timedOut, insecure: INSECURE.test(code) };
	},
	host,
	limited: (given) =>
		[{ code: textOf(given) }, { reason: textOf(given) }].map((said) =>
			isRateLimitResponse({ status: 403, isTimed: false, ...said }),
		),
	stored: (given) => Object.keys(serialize(responseTo(given)).headers),
	file: fileOf,
	content: (given) => runAtOnce(decode(responseTo(given), { request: request(), format: 'auto' })),
	ascii: (given) => isWrittenInAscii(responseTo(given)),
	repeats,
};

/** As it stands in the evidence; '-' where nothing is read. */
export async function read(reader: string, given: Given): Promise<string> {
	try {
		const find = READERS[reader];
		if (find === undefined) return 'no evidence';
		const found = await find(given);
		const text = typeof found === 'string' ? found : JSON.stringify(found);
		return text === undefined || text === '' ? '-' : text.replace(/[\t\n]/g, ' ');
	} catch (error) {
		return `throws ${error instanceof Error ? error.message : ''}`;
	}
}
