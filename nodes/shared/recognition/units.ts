import type { IDataObject } from 'n8n-workflow';

import type { Steps } from '../values/steps';
import { findOverlap } from './breakdowns';
import type { Row, Subject } from './itemKind';
import { words } from './keys';
import { asNumber } from './scalars';
import { entryOf, placesIn, type Traits } from './traits';

/** What a share is written in: 3.4, 0.034, or it cannot be known. */
export type Unit = 'percent' | 'fraction' | 'unknown';

/** Columns whose unit is decided once, over all items: a service writes one column in one unit. */
const TRAITS = ['engagementRate', 'credibility', 'score', 'relevance'] as const;
const COLUMNS = [...TRAITS, 'overlap', 'audience'] as const;
type Columns<T> = Record<(typeof COLUMNS)[number], T>;
export type Units = Columns<Unit>;

/** Figures of one item never agree exactly, but a percent is a hundred times a fraction. */
const MAX_FACTOR = 5;
/** Rounded shares come to about one. */
const isWhole = (shares: readonly number[]): boolean =>
	Math.abs(shares.reduce((sum, share) => sum + share, 0) - 1) <= 0.1;

const eachColumn = <T>(make: (name: (typeof COLUMNS)[number]) => T) =>
	Object.fromEntries(COLUMNS.map((name) => [name, make(name)])) as Columns<T>;

/** Beyond 100, values of an audience are people. */
export const isCounts = (list: ReadonlyArray<{ value: number }>): boolean =>
	list.some(({ value }) => value > 100);

const noEvidence = () => ({ isPercent: false, isBeyond: false, isEmpty: true, votes: 0 });

/** Collects what speaks for the unit of each column. */
export class UnitEvidence {
	private readonly columns = eachColumn(noEvidence);

	get units(): Units {
		return eachColumn((name) => {
			const { isPercent, isBeyond, isEmpty, votes } = this.columns[name];
			if (isBeyond) return 'unknown';
			if (isPercent || isEmpty || votes < 0) return 'percent';
			return votes > 0 ? 'fraction' : 'unknown';
		});
	}

	/** In steps: there may be thousands of rows. */
	*add(subject: Subject): Steps<void> {
		const { comments, contents, profiles } = subject.lists;
		for (const row of [[subject], comments, contents, profiles].flat()) {
			this.addRow(row);
			yield;
		}
		for (const { json } of profiles) this.addOverlap(json);
		this.addAudience(subject.lists);
	}

	/** Of a row: by its values and the names of its fields, or by other figures that it has. */
	private addRow({ json, traits }: Row): void {
		const { followers, commentCount = NaN, intentCount, relevantCount } = traits;
		for (const name of TRAITS) {
			const value = traits[name];
			// The score of a creator in a search has a scale of its own.
			if (typeof value !== 'number' || (name === 'score' && followers !== undefined)) continue;
			const counts = (intentCount ?? relevantCount ?? NaN) / commentCount;
			const ofScore = name === 'score' ? counts : undefined;
			const fraction = name === 'engagementRate' ? engagedShare(json, traits) : ofScore;
			this.addShare(name, value, fraction, isNamedPercent(json, value));
		}
	}

	/** Shared and exclusive audience are the whole: 0.2 and 0.8 are fractions, whatever they are called. */
	private addOverlap(profile: IDataObject): void {
		const { overlap, unique } = findOverlap(profile);
		const shares = [overlap, unique].filter((each) => each !== undefined);
		const areFractions = shares.length > 1 && isWhole(shares);
		for (const share of shares) {
			const isNamed = !areFractions && isNamedPercent(profile, share);
			this.addShare('overlap', share, areFractions ? share : NaN, isNamed);
		}
	}

	/** Interests overlap; any other list that is complete comes to one. */
	private addAudience(lists: Subject['lists']): void {
		for (const list of [lists.interests, ...AUDIENCES.map((name) => lists[name])]) {
			const areFractions = list !== lists.interests && isWhole(list.map(({ value }) => value));
			for (const { value } of isCounts(list) ? [] : list)
				this.addShare('audience', value, areFractions ? value : NaN, false);
		}
	}

	/** `fraction`: what the value comes to by other figures of the same item. */
	private addShare(name: keyof Units, value: number, fraction = NaN, isNamed: boolean): void {
		if (value === 0) return;
		const isNear = (other: number) => Math.abs(Math.log(value / other)) < Math.log(MAX_FACTOR);
		const column = this.columns[name];
		column.isEmpty = false;
		column.isPercent ||= isNamed || Math.abs(value) > 1;
		// Of its followers, an account may engage more than all; no other share is more than the whole.
		column.isBeyond ||= name !== 'engagementRate' && Math.abs(value) > 100;
		column.votes += Number(isNear(fraction)) - Number(isNear(fraction * 100));
	}
}

const AUDIENCES = ['countries', 'cities', 'languages', 'ages', 'genders', 'genderAge'] as const;

/** By the name of the field, or by a sign in its text. */
function isNamedPercent(item: IDataObject, value: number): boolean {
	if (Math.abs(value) > 1) return false;
	return placesIn(item).some(({ record }) =>
		Object.entries(record).some(([key, raw]) => {
			const isNamed = /percent|pct/i.test(key) || (typeof raw === 'string' && raw.includes('%'));
			return isNamed && asNumber(raw) === value;
		}),
	);
}

const LIKES_KEYS = words('average_likes avg_likes');
const COMMENTS_KEYS = words('average_comments avg_comments');

/** How many of the followers like or comment, by the counts of the item. */
function engagedShare(item: IDataObject, traits: Traits): number | undefined {
	const records = placesIn(item).map(({ record }) => record);
	const average = (keys: readonly string[]) =>
		records.map((record) => asNumber(entryOf(record, keys))).find((each) => each !== undefined);
	const likes = average(LIKES_KEYS) ?? traits.likes;
	if (likes === undefined || !traits.followers) return undefined;
	return (likes + (average(COMMENTS_KEYS) ?? traits.comments ?? 0)) / traits.followers;
}
