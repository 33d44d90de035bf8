import { faker } from '@faker-js/faker/locale/en';
import { Random, round } from './random';
import {
	ageGroups,
	type AgeGroup,
	countries,
	type Gender,
	type Interest,
	interests,
	languages,
	type Platform,
	platforms,
} from './vocabulary';

export interface Place {
	city: string;
	state: string;
	country: string;
}

export interface Creator {
	/** Also the seed of everything that is made for this creator later. */
	key: string;
	id: string;
	platform: Platform;
	username: string;
	url: string;
	fullName: string;
	introduction: string;
	verified: boolean;
	followers: number;
	following: number;
	contentCount: number;
	engagementRate: number;
	averageLikes: number;
	averageComments: number;
	averageViews: number;
	gender: Gender;
	ageGroup: AgeGroup;
	language: string;
	place: Place;
	interests: Interest[];
	hashtags: string[];
	email?: string;
	phone?: string;
	/** 0 to 1: how much of the content is risky. */
	riskiness: number;
	monthlyGrowth: number;
}

const { person } = faker.definitions;
const surnames = person.last_name.generic ?? ['Miller'];
const firstNames = {
	FEMALE: person.first_name.female ?? ['Ada'],
	MALE: person.first_name.male ?? ['Alan'],
};

const emailHosts = ['mailbox.example', 'inbox.example', 'studio.example', 'agency.example'];
const countryWeights = countries.map((country) => [country, country.weight] as const);
/** Creators are adults: what is flagged may be of any kind. */
const ageWeights = ageGroups.map((group, i) => [group, [0, 33, 38, 18, 9, 2][i]] as const);

interface Likeness {
	platform?: Platform;
	username?: string;
}

/** Figures hang together: large accounts engage less, post more, are verified and have contacts. */
export function makeCreator(key: string, seed: number, likeness: Likeness = {}): Creator {
	const random = new Random(seed, 'creator', key);
	const platform = likeness.platform ?? random.pick(platforms);
	const gender = random.weighted<Gender>([
		['FEMALE', 52],
		['MALE', 42],
		['ORGANIZATION', 6],
	]);
	const named = gender === 'ORGANIZATION' ? 'FEMALE' : gender;
	const first = random.pick(firstNames[named]);
	const last = random.pick(surnames);
	const country = random.weighted(countryWeights);
	const [state, cities] = random.pick(country.states);
	const main = random.pick(interests);
	const others = random.some(
		interests.filter((interest) => interest !== main),
		random.int(0, 2),
	);
	const followers = Math.round(Math.exp(platform.reach + random.bell() * 1.6));
	const size = Math.log10(Math.max(followers, 10));
	const engagementRate = round(
		Math.min(
			0.35,
			0.09 * main.pull * Math.exp(-0.42 * (size - 3)) * Math.exp(random.bell() * 0.35),
		),
		4,
	);
	const averageLikes = Math.round(followers * engagementRate * random.between(0.88, 0.96));
	const plain = `${first}${last}`.toLowerCase().replace(/[^a-z]/g, '');
	const username = likeness.username ?? `${plain}${random.pick(['', '.', '_', 'tv', 'hq'])}${key}`;
	const hasContact = random.chance(0.25 + 0.08 * size);
	const language = random.chance(0.8) ? country.language : random.pick(languages).code;
	return {
		key,
		id: random.uuid(),
		platform,
		username,
		url: `https://${platform.host}/${username}`,
		fullName:
			gender === 'ORGANIZATION'
				? `${last} ${random.pick(['Studio', 'Media', 'Collective'])}`
				: `${first} ${last}`,
		introduction: introduce(random, main, cities[0]),
		verified: random.chance(Math.max(0, (size - 4) * 0.22)),
		followers,
		following: random.int(40, 2400),
		contentCount: Math.round(40 + size * size * random.between(6, 40)),
		engagementRate,
		averageLikes,
		averageComments: Math.round(averageLikes * random.between(0.01, 0.06)),
		averageViews: Math.round(followers * random.between(0.15, 0.6)),
		gender,
		ageGroup: random.weighted(ageWeights),
		language,
		place: { city: random.pick(cities), state, country: country.name },
		interests: [main, ...others],
		hashtags: random.some(main.topics, 3).concat(others.map((interest) => interest.topics[0])),
		email: hasContact ? `${plain}.${key.replace(/\W/g, '')}@${random.pick(emailHosts)}` : undefined,
		phone:
			hasContact && random.chance(0.3) ? `+1555${random.int(1_000_000, 9_999_999)}` : undefined,
		riskiness: random.chance(0.25) ? random.between(0.15, 0.6) : random.between(0, 0.12),
		monthlyGrowth: random.between(-0.01, 0.06),
	};
}

function introduce(random: Random, interest: Interest, city: string): string {
	const [one, two] = random.some(interest.topics, 2);
	return random.pick([
		`${interest.name} from ${city}. ${one}, ${two} and the odd detour.`,
		`All about ${one}. Based in ${city}. Say hello!`,
		`${one} • ${two} • honest reviews`,
		`I write and film about ${one} and ${two}.`,
	]);
}
