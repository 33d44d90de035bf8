import type { Creator } from './creators';
import { hash, mix, Random, round } from './random';
import { ageGroups, type AgeGroup, countries, genders, interests } from './vocabulary';

interface Member {
	country: string;
	gender: (typeof genders)[number];
	ageGroup: AgeGroup;
	interests: [string, string];
}

export interface Share {
	name: string;
	share: number;
}

export interface Audience {
	countries: Share[];
	genderAge: Array<{ gender: string; ageGroup: string; share: number }>;
	interests: Share[];
	credibility: number;
}

const PANEL_SIZE = 1000;
const MOST_AFFINITY = 1.65;

/**
 * A panel of people who follow creators: breakdowns are counts over the members that follow a
 * creator, and overlaps are intersections of those sets, so that all figures agree.
 */
export class Panel {
	private readonly members: Member[];
	private readonly audiences = new Map<string, Audience>();

	constructor(
		private readonly seed: number,
		/** Audiences of this many creators are remembered. */
		private readonly memory: number,
	) {
		const random = new Random(seed, 'panel');
		const countryWeights = countries.map((country) => [country.name, country.weight] as const);
		const names = interests.map((interest) => interest.name);
		this.members = Array.from({ length: PANEL_SIZE }, () => ({
			country: random.weighted(countryWeights),
			gender: random.pick(genders),
			ageGroup: random.weighted(ageGroups.map((group, i) => [group, [9, 30, 30, 17, 11, 3][i]])),
			interests: [random.pick(names), random.pick(names)],
		}));
	}

	/** A filter by audience asks for all listed creators at once, hence the plain loop. */
	followers(creator: Creator): number[] {
		const start = hash(this.seed, 'follows', creator.key);
		const reach = Math.min(0.5, 0.02 * Math.max(1, Math.log10(creator.followers + 10)) ** 1.6);
		const { place, gender, ageGroup } = creator;
		const liked = creator.interests.map((interest) => interest.name);
		const followed: number[] = [];
		for (let index = 0; index < this.members.length; index++) {
			const chance = mix(start + index * 0x9e3779b1) / 4294967296;
			if (chance >= reach * MOST_AFFINITY) continue;
			const member = this.members[index];
			let affinity = 0.15;
			if (member.country === place.country) affinity += 0.45;
			if (liked.includes(member.interests[0])) affinity += 0.5;
			if (liked.includes(member.interests[1])) affinity += 0.25;
			if (member.gender === gender) affinity += 0.15;
			if (member.ageGroup === ageGroup) affinity += 0.15;
			if (chance < reach * affinity) followed.push(index);
		}
		return followed;
	}

	audience(creator: Creator): Audience {
		const known = this.audiences.get(creator.key);
		if (known) return known;
		const audience = this.breakDown(creator);
		if (this.audiences.size < this.memory) this.audiences.set(creator.key, audience);
		return audience;
	}

	private breakDown(creator: Creator): Audience {
		const followers = this.followers(creator).map((index) => this.members[index]);
		const shares = (names: string[]): Share[] => {
			const counts = new Map<string, number>();
			for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
			return [...counts]
				.map(([name, count]) => ({ name, share: round(count / Math.max(1, followers.length), 4) }))
				.sort((a, b) => b.share - a.share || (a.name < b.name ? -1 : 1));
		};
		return {
			countries: shares(followers.map((member) => member.country)),
			genderAge: shares(followers.map((member) => `${member.gender} ${member.ageGroup}`)).map(
				({ name, share }) => ({ gender: name.split(' ')[0], ageGroup: name.split(' ')[1], share }),
			),
			interests: shares(followers.flatMap((member) => [...new Set(member.interests)])),
			credibility: round(0.55 + 0.4 * new Random(this.seed, 'credible', creator.key).next(), 2),
		};
	}
}

export interface Overlap {
	total: number;
	unique: number;
	profiles: Array<{ creator: Creator; overlap: number; unique: number }>;
}

/**
 * How many people two creators share: as large a part of the smaller audience as in the panel. Nobody follows three of
 * them, so that the same people count for both, and all figures agree.
 */
export function overlap(panel: Panel, creators: Creator[]): Overlap {
	const sets = creators.map((creator) => new Set(panel.followers(creator)));
	const wanted = creators.map((a, i) =>
		creators.map((b, j) => {
			const both = [...sets[i]].filter((member) => sets[j].has(member)).length;
			const smaller = Math.max(1, Math.min(sets[i].size, sets[j].size));
			return i === j ? 0 : (both / smaller) * Math.min(a.followers, b.followers);
		}),
	);
	// An audience cannot share more people than it has.
	const sum = (values: number[]) => values.reduce((all, value) => all + value, 0);
	const fits = creators.map((creator, i) => Math.min(1, creator.followers / (sum(wanted[i]) || 1)));
	const shared = wanted.map((row, i) =>
		sum(row.map((people, j) => people * Math.min(fits[i], fits[j]))),
	);
	const total = sum(creators.map(({ followers }) => followers));
	return {
		total,
		unique: Math.round(total - sum(shared) / 2),
		profiles: creators.map((creator, i) => {
			const part = shared[i] / Math.max(1, creator.followers);
			return { creator, overlap: round(part * 100, 2), unique: round((1 - part) * 100, 2) };
		}),
	};
}
