import { type Static, Type } from '@sinclair/typebox';
import type { Content, Risk } from '../world/contents';
import { Random } from '../world/random';
import { riskKinds } from '../world/vocabulary';

export const CriteriaBody = Type.Object({
	name: Type.String({ minLength: 1, maxLength: 200 }),
	categories: Type.Optional(
		Type.Array(Type.String({ enum: riskKinds.map(({ category }) => category) }), {
			description: 'Only these risks count; all when left out',
		}),
	),
	keywords: Type.Optional(
		Type.Array(
			Type.Object({
				term: Type.String({ minLength: 1, maxLength: 200 }),
				action: Type.Optional(
					Type.String({ enum: ['FLAG', 'IGNORE'], description: 'Default FLAG; IGNORE wins' }),
				),
				match_type: Type.Optional(
					Type.Array(Type.String({ enum: ['EXACT', 'PARTIAL'] }), {
						description: 'Whole words (default) or any part of the text',
					}),
				),
			}),
			{ maxItems: 200 },
		),
	),
	time_period_in_months: Type.Optional(Type.Integer({ minimum: 1, maximum: 120 })),
});
export type CriteriaBody = Static<typeof CriteriaBody>;

export interface Criteria extends CriteriaBody {
	id: string;
	owner: string;
	createdAt: number;
}

export interface Verdict {
	content: Content;
	risks: Risk[];
	keywords: string[];
}

const MONTH = 30.44 * 24 * 3_600_000;

export const isFlagged = ({ risks, keywords }: Verdict): boolean =>
	risks.length > 0 || keywords.length > 0;

/** Contents outside of the period are not looked at, so they are not in the answer at all. */
export function judge(contents: Content[], now: number, criteria?: CriteriaBody): Verdict[] {
	const { categories, keywords = [], time_period_in_months: months } = criteria ?? {};
	const oldest = months === undefined ? -Infinity : now - months * MONTH;
	return contents
		.filter(({ publishedAt }) => publishedAt >= oldest)
		.map((content) => {
			const text = `${content.title} ${content.description} ${content.hashtags.join(' ')}`;
			const found = keywords.filter((keyword) => matches(text, keyword));
			if (found.some(({ action }) => action === 'IGNORE')) {
				return { content, risks: [], keywords: [] };
			}
			return {
				content,
				risks: content.risks.filter(
					({ category }) => categories === undefined || categories.includes(category),
				),
				keywords: found.map(({ term }) => term),
			};
		});
}

type Keyword = NonNullable<CriteriaBody['keywords']>[number];

function matches(text: string, { term, match_type: types = ['EXACT'] }: Keyword): boolean {
	const escaped = term.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
	return types.some((type) =>
		type === 'PARTIAL'
			? text.toLowerCase().includes(term.toLowerCase())
			: new RegExp(`(?<!\\w)${escaped}(?!\\w)`, 'i').test(text),
	);
}

export class CriteriaStore {
	private readonly sets = new Map<string, Criteria>();
	private readonly ids: Random;

	constructor(
		seed: number,
		private readonly capacity: number,
	) {
		this.ids = new Random(seed, 'criteria');
	}

	add(owner: string, body: CriteriaBody, createdAt: number): Criteria {
		if (this.sets.size >= this.capacity) {
			const [oldest] = this.sets.keys();
			this.sets.delete(oldest);
		}
		const { name, categories, keywords, time_period_in_months } = body;
		const id = this.ids.uuid();
		const criteria = { id, owner, createdAt, name, categories, keywords, time_period_in_months };
		this.sets.set(criteria.id, criteria);
		return criteria;
	}

	find(id: string, owner: string): Criteria | undefined {
		const criteria = this.sets.get(id);
		return criteria?.owner === owner ? criteria : undefined;
	}

	list(owner: string): Criteria[] {
		return [...this.sets.values()].filter((criteria) => criteria.owner === owner);
	}
}
