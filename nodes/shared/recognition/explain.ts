import type { IDataObject } from 'n8n-workflow';

import type { Content, ServiceResponse } from '../http/types';
import { valueAt } from '../values/records';
import type { JobOverrides } from './stateWords';
import { findJobId } from './jobId';
import { readState, reasonAt } from './jobState';
import { asLink, findLinks } from './link';
import type { Found } from './lookup';
import { placesOf } from './places';
import { findFlaggedCounts } from './flaggedCount';
import { findRatings } from './rating';

/** Where something stood: a path in the body, or a header. */
interface Spot extends IDataObject {
	path?: string;
	header?: string;
	value: string | number | boolean | null;
}

/** What was recognised, by what, and what else could have been it. */
export interface Recognised extends Spot {
	rule: string;
	candidates: Spot[];
}

/** What `recognised` of an item holds; a kind that was not found is null. */
export interface Recognition extends IDataObject {
	id?: Recognised | null;
	state?: Recognised | null;
	reason?: Recognised | null;
	/** `rows` and `next` are filled by who reads pages. */
	rows?: Recognised | null;
	next?: Recognised | null;
	link?: Recognised | null;
	rating?: Recognised | null;
	flaggedCount?: Recognised | null;
}

interface Explained {
	content: Content;
	response: ServiceResponse;
	overrides: JobOverrides;
	linkPath?: string;
	ratingPath?: string;
	flaggedCountPath?: string;
	/** The answer is that of a screening. */
	rated?: boolean;
	/** The answer to a submission has an id; other answers have a result. */
	submittedTo?: string;
}

/** All that is recognised in one answer about a job. */
export function explainAnswer(answer: Explained): Recognition {
	const { submittedTo } = answer;
	const state = { state: explainState(answer), reason: explainReason(answer) };
	if (submittedTo !== undefined) return { id: explainId(answer, submittedTo), ...state };
	return {
		...state,
		link: explainLink(answer),
		rating: explainRating(answer),
		...(answer.rated && { flaggedCount: explainFlaggedCount(answer) }),
	};
}

/** One thing that was found, and the others. */
export function explainFound(
	found: ReadonlyArray<Found<string | number | boolean>>,
): Recognised | null {
	const [first, ...others] = found;
	if (first === undefined) return null;
	return { ...spot(first), rule: first.rule ?? '', candidates: others.map(spot) };
}

function explainId({ content, response, overrides }: Explained, submittedTo: string) {
	const id = findJobId(content, response, overrides, { submittedTo });
	if (id === undefined) return null;
	return explainFound([id, ...id.candidates.filter(({ path }) => path !== id.path)]);
}

function explainState({ content, response, overrides, submittedTo }: Explained): Recognised {
	const submission = submittedTo !== undefined;
	const read = readState(content, response, overrides, { submission });
	const { state, rawState, basis, rule, path, others = [] } = read;
	return {
		...(path !== undefined && { path }),
		value: rawState,
		state,
		rule: rule ?? BASIS[basis] ?? basis,
		...(read.unknown === true && { unknown: true }),
		candidates: others.map(spot),
	};
}

const BASIS: Record<string, string> = {
	assumed: 'no state was found, so the answer counts as the result',
	rows: 'no state was found, and the answer is a list, a table or a file',
};

function explainReason({ content, response, overrides, submittedTo }: Explained) {
	const value = content.kind === 'data' ? content.value : undefined;
	const submission = submittedTo !== undefined;
	const read = readState(content, response, overrides, { submission });
	if (read.state !== 'failed' || read.reason === undefined) return null;
	const path = overrides.reasonPath ?? reasonAt(placesOf(value, { submission }), read.path)?.path;
	const rule = overrides.reasonPath === undefined ? 'a text of an error' : "'Reason Path'";
	return explainFound([{ value: read.reason, path: path ?? '', rule }]);
}

function explainLink({ content, linkPath }: Explained) {
	const value = content.kind === 'data' ? content.value : undefined;
	if (linkPath === undefined) return explainFound(findLinks(value));
	const stated = asLink(valueAt(value, linkPath));
	return explainFound(
		stated === undefined ? [] : [{ value: stated, path: linkPath, rule: "'Link Path'" }],
	);
}

function explainRating({ content, ratingPath }: Explained) {
	const value = content.kind === 'data' ? content.value : undefined;
	return explainFound(findRatings(value, ratingPath));
}

function explainFlaggedCount({ content, flaggedCountPath }: Explained) {
	const value = content.kind === 'data' ? content.value : undefined;
	return explainFound(findFlaggedCounts(value, flaggedCountPath));
}

function spot({ value, path }: Found<string | number | boolean>): Spot {
	const header = /^headers?\.(\S+)/i.exec(path)?.[1];
	return header === undefined ? { path, value } : { header, value };
}
