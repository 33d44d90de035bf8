import type { Container, ResponseField } from './outline';
import { normalizeKey } from './keys';

export interface Place<T> {
	value: T;
	/** Dotted, from the root of the response; '' is the response itself; `headers.` leads to a header. */
	path: string;
}

export interface Found<T> extends Place<T> {
	rule: RuleId;
}

export interface Candidate<T> extends Found<T> {
	/** The rule's, less what speaks against it; 0 and below is not admissible. */
	tier: number;
	container?: Container;
}

/** How sure a rule is among the rules of its kind, and what it looks for. */
const rule = (tier: number, looksFor: string) => ({ tier, looksFor });

/** All rules, by kind. Tiers are small integers and compare within one kind only. */
export const RULES = {
	stated: rule(9, "the user's path"),
	contract: rule(9, "the path in the contract or in the service's OpenAPI document"),
	earlier: rule(9, 'the path in an earlier response'),

	'id.response': rule(9, 'a response that is only the ID'),
	'id.key': rule(8, '`id`, `uuid`, ...'),
	'id.job': rule(8, 'a job word before `id`'),
	'id.header': rule(7, 'a header that names the job'),
	'id.link': rule(6, 'a link to the job'),
	'id.name': rule(5, 'a token, a reference, a name'),
	'id.only': rule(4, 'the only ID, under any name'),
	'id.trace': rule(2, 'the ID of a request or trace'),
	'id.text': rule(1, 'an ID in a text'),

	'state.response': rule(9, 'a response that is only a word'),
	'state.key': rule(6, '`status`, `state`'),
	'state.job': rule(6, 'a job word before `status`'),
	'state.general': rule(5, '`current_status`, `overall_state`'),
	'state.phase': rule(4, '`phase`, `stage`'),
	'state.flag': rule(3, '`done`, `is_running`, `success`'),
	'state.progress': rule(3, 'progress below 100 %, an empty end time'),
	'state.error': rule(1, 'nothing but an error'),
	'state.message': rule(3, 'a message that there is no result yet'),
	'state.anywhere': rule(3, 'a word for a running job under any key'),
	'state.http': rule(1, 'HTTP 201, 202, Retry-After, an empty response'),
	'state.rows': rule(1, 'a list, a table or a file'),
	'state.none': rule(1, 'nothing: the response counts as the result'),

	'reason.error': rule(5, 'an error with a text'),
	'reason.key': rule(4, '`failure_reason`, `status_message`, ...'),
	'reason.text': rule(3, '`message`, `detail`, ...'),
	'reason.code': rule(2, 'an error code'),

	'rows.response': rule(9, 'a response that is a list'),
	'rows.name': rule(6, '`data`, `results`, `items`, the name of the endpoint'),
	'rows.list': rule(3, 'the only list'),
	'rows.nothing': rule(1, 'an empty value instead of rows'),

	'next.header': rule(4, 'the `Link` header'),
	'next.field': rule(4, 'a field for the next page'),
	'next.relation': rule(4, 'a link by its relation'),
	'next.more': rule(3, 'a link to more'),
	'next.cursor': rule(2, 'the cursor of this page'),
	'next.count': rule(1, 'the number of the next page'),
	'next.lastRow': rule(1, 'the ID of the last row'),

	'link.response': rule(9, 'a response that is a link'),
	'link.file': rule(6, '`download_url`, `file_url`, ...'),
	'link.inFile': rule(5, '`url` in an object for a file'),
	'link.result': rule(4, '`report_url`, `result_url`, ...'),
	'link.place': rule(3, 'an object for a file that is a link'),
	'link.relation': rule(3, 'a link by its relation'),
	'link.bare': rule(2, '`url` of the response itself'),
	'link.media': rule(1, '`video_url`, `audio_url`'),

	'rating.risk': rule(6, '`risk_rating`, `fraud_score`, ...'),
	'rating.overall': rule(5, '`overall_rating`, `rating`, `verdict`, ...'),
	'rating.outcome': rule(4, 'the outcome of a check'),
	'rating.score': rule(3, '`score`, `level` in the summary of a screening'),
	'rating.word': rule(2, 'a word that only verdicts use'),

	'flagged.count': rule(5, '`flagged_content_count`, ...'),
	'flagged.list': rule(3, 'what was flagged'),

	'cost.used': rule(5, '`credits_used`, `x-credits-cost`, ...'),
	'cost.left': rule(5, '`credits_remaining`, `quota_left`, ...'),

	'trait.key': rule(1, 'a known key of the trait'),
};

export type RuleId = keyof typeof RULES;

export interface KeyRule<T> {
	rule: RuleId;
	/** Keys in any spelling, first ones first, or a test of a key. */
	keys: readonly string[] | ((key: string) => boolean);
	/** What the value means; `undefined` if it is not what is looked for. */
	read: (raw: unknown, container: Container) => T | undefined;
}

/** Everything that the rules find: container by container, and in each the first rule first. */
export function collect<T>(
	containers: readonly Container[],
	rules: ReadonlyArray<KeyRule<T>>,
): Array<Candidate<T>> {
	const found: Array<Candidate<T>> = [];
	for (const container of containers) {
		for (const { rule: id, keys, read } of rules) {
			for (const { path, value: raw } of matching(container, keys)) {
				const value = read(raw, container);
				if (value !== undefined) found.push({ ...candidate(id, path, value), container });
			}
		}
	}
	return found;
}

export function collectBy<T>(
	containers: readonly Container[],
	id: RuleId,
	keys: KeyRule<T>['keys'],
	read: KeyRule<T>['read'],
): Array<Candidate<T>> {
	return collect(containers, [{ rule: id, keys, read }]);
}

export const candidate = <T>(id: RuleId, path: string, value: T): Candidate<T> => ({
	value,
	path,
	rule: id,
	tier: tierOf(id),
});

export const tierOf = (id: RuleId): number => RULES[id].tier;

/** Whether it holds, and by how much it changes the tier. */
export type Weight = [holds: boolean | undefined, by: number];

export function weighed<T extends Candidate<unknown>>(found: T, weights: Weight[]): T {
	const tier = weights.reduce((sum, [holds, by]) => sum + (holds ? by : 0), found.tier);
	return { ...found, tier };
}

/** The admissible candidates, those first for which most speaks. */
export function bySureness<T extends Candidate<unknown>>(all: readonly T[]): T[] {
	return all.filter(({ tier }) => tier > 0).sort((one, other) => other.tier - one.tier);
}

function matching(container: Container, keys: KeyRule<unknown>['keys']): readonly ResponseField[] {
	if (typeof keys === 'function') return container.fields.filter(({ key }) => keys(key));
	return keys.flatMap((key) => container.named(normalizeKey(key)));
}
