import type { IDataObject } from 'n8n-workflow';

import type { Content, ServiceResponse } from '../http/types';
import { findCost } from './cost';
import { findJobId, type JobId } from './jobId';
import { readState, type ReadState } from './jobState';
import { findLinks } from './link';
import { findFlaggedCounts, findRatings } from './rating';
import { pickBest, RULES, type Candidate, type Reading, type RuleId } from './rules';
import type { JobOverrides } from './stateWords';

interface Spot extends IDataObject {
	path?: string;
	header?: string;
	value: string | number | boolean | null;
}

/** What was recognised, by which rule, and what else could have been it. */
export interface Recognised extends Spot {
	rule: string;
	looksFor?: string;
	/** How much more speaks for it than for the next best. */
	margin?: number;
	candidates: Spot[];
}

/** What `recognised` of an item holds; who reads pages adds `rows` and `next`. */
type Kind =
	| 'id'
	| 'state'
	| 'reason'
	| 'rows'
	| 'next'
	| 'link'
	| 'rating'
	| 'flaggedCount'
	| 'cost';

/** A kind that was not found is null. */
export type Recognition = IDataObject & Partial<Record<Kind, Recognised | null>>;

interface Explained {
	content: Content;
	response: ServiceResponse;
	overrides: JobOverrides;
	hasRiskRating?: boolean;
	/** The response to a submission has an id; other responses have a result. */
	submittedTo?: string;
}

export function explainRecognition(input: Explained): Recognition {
	const { content, response, overrides, submittedTo } = input;
	const value = content.kind === 'data' ? content.value : undefined;
	const submission = submittedTo !== undefined;
	const state = readState(content, response, overrides, { submission });
	const said = {
		state: explainState(state),
		reason: explainReason(state),
		cost: explainCost(value, response.headers),
	};
	if (submission) {
		return { id: explainId(findJobId(content, response, overrides, { submittedTo })), ...said };
	}
	return {
		...said,
		link: shown(pickBest(findLinks(value))),
		rating: shown(pickBest(findRatings(value))),
		...(input.hasRiskRating && { flaggedCount: shown(pickBest(findFlaggedCounts(value))) }),
	};
}

export function ruleInWords(rule: string): string | undefined {
	return Object.hasOwn(RULES, rule) ? RULES[rule as RuleId].looksFor : undefined;
}

function shown(reading: Reading<string | number> | undefined): Recognised | null {
	if (reading === undefined) return null;
	const { rule, margin, trace, path } = reading;
	const others = trace.filter((each) => each.path !== path);
	return {
		...spot(reading),
		...{ rule, looksFor: ruleInWords(rule), margin },
		candidates: others.map((each) => rejected(each, each.tier <= 0)),
	};
}

function rejected({ against, ...at }: Place & { against?: string }, isShown = true): Spot {
	return { ...spot(at), ...(isShown && against !== undefined && { against }) };
}

function explainId(id: JobId | undefined): Recognised | null {
	const found = shown(id);
	if (id === undefined || found === null) return null;
	const others = id.candidates.filter(({ path }) => path !== id.path);
	return { ...found, candidates: others.map(spot) };
}

function explainState({ state, rawState, path, unknown, reading, ...read }: ReadState): Recognised {
	const { rule = 'state.none' } = read;
	const others = (reading?.trace ?? []).filter(
		(each) => each.value.word !== null && each.path !== reading?.path,
	);
	return {
		...(path !== undefined && { path }),
		value: rawState,
		state,
		...{ rule, looksFor: ruleInWords(rule), margin: reading?.margin },
		...(unknown === true && { unknown }),
		candidates: others.map((each) => rejected({ ...each, value: each.value.word })),
	};
}

function explainReason({ state, reason, reasonReading }: ReadState): Recognised | null {
	if (state !== 'failed' || reason === undefined) return null;
	const { path = '', rule = 'reason.error' } = reasonReading ?? {};
	return { path, value: reason, rule, looksFor: ruleInWords(rule), candidates: [] };
}

/** What the request cost; what is left stands next to it. */
export function explainCost(
	value: unknown,
	headers: ServiceResponse['headers'],
): Recognised | null {
	const { used, left } = findCost(value, headers);
	const found = shown(used ?? left);
	return found && { ...found, ...(used && left && { left: { ...spot(left), rule: left.rule } }) };
}

type Place = Pick<Candidate<Spot['value']>, 'value' | 'path'>;

function spot({ value, path }: Place): Spot {
	const header = /^headers?\.(\S+)/i.exec(path)?.[1];
	return header === undefined ? { path, value } : { header, value };
}
