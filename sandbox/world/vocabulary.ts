/** The raw material of the world: invented networks and brands, real places and languages. */

export interface Platform {
	id: string;
	name: string;
	host: string;
	contentType: string;
	/** Median of the natural logarithm of follower counts. */
	reach: number;
	professional: boolean;
}

export const platforms: readonly Platform[] = [
	{
		id: '9bb8913b-ddd9-430b-a66a-d74d846e6c66',
		name: 'Pictura',
		host: 'pictura.example',
		contentType: 'IMAGE',
		reach: 10.4,
		professional: false,
	},
	{
		id: '14d9ddf5-51c6-415e-bde6-f8ed36ad7054',
		name: 'Vidora',
		host: 'vidora.example',
		contentType: 'VIDEO',
		reach: 10.9,
		professional: false,
	},
	{
		id: 'de55aeec-0dc8-4119-bf90-16b3d1f0c987',
		name: 'Loopclip',
		host: 'loopclip.example',
		contentType: 'REELS',
		reach: 11.2,
		professional: false,
	},
	{
		id: '7645460a-96e0-4192-a3ce-a1fc30641f72',
		name: 'Chirrup',
		host: 'chirrup.example',
		contentType: 'POST',
		reach: 9.6,
		professional: false,
	},
	{
		id: '36410629-f907-43ba-aa0d-434ca9c0501a',
		name: 'Professional',
		host: 'professional.example',
		contentType: 'ARTICLE',
		reach: 8.6,
		professional: true,
	},
];

interface Country {
	name: string;
	code: string;
	language: string;
	weight: number;
	/** [state, cities] */
	states: ReadonlyArray<readonly [string, readonly string[]]>;
}

export const countries: readonly Country[] = [
	{
		name: 'United States',
		code: 'US',
		language: 'en',
		weight: 26,
		states: [
			['California', ['Los Angeles', 'San Diego', 'San Francisco']],
			['New York', ['New York City', 'Buffalo']],
			['Texas', ['Austin', 'Houston']],
			['Florida', ['Miami', 'Orlando']],
		],
	},
	{
		name: 'India',
		code: 'IN',
		language: 'hi',
		weight: 14,
		states: [
			['Maharashtra', ['Mumbai', 'Pune']],
			['Karnataka', ['Bengaluru', 'Mysuru']],
			['Delhi', ['New Delhi']],
		],
	},
	{
		name: 'Brazil',
		code: 'BR',
		language: 'pt',
		weight: 11,
		states: [
			['São Paulo', ['São Paulo', 'Campinas']],
			['Rio de Janeiro', ['Rio de Janeiro', 'Niterói']],
		],
	},
	{
		name: 'United Kingdom',
		code: 'GB',
		language: 'en',
		weight: 9,
		states: [
			['England', ['London', 'Manchester', 'Bristol']],
			['Scotland', ['Edinburgh', 'Glasgow']],
		],
	},
	{
		name: 'Germany',
		code: 'DE',
		language: 'de',
		weight: 8,
		states: [
			['Bavaria', ['Munich', 'Nuremberg']],
			['Berlin', ['Berlin']],
			['Hamburg', ['Hamburg']],
		],
	},
	{
		name: 'Spain',
		code: 'ES',
		language: 'es',
		weight: 7,
		states: [
			['Catalonia', ['Barcelona', 'Girona']],
			['Madrid', ['Madrid']],
		],
	},
	{
		name: 'Mexico',
		code: 'MX',
		language: 'es',
		weight: 7,
		states: [
			['Jalisco', ['Guadalajara']],
			['Mexico City', ['Mexico City']],
		],
	},
	{
		name: 'France',
		code: 'FR',
		language: 'fr',
		weight: 7,
		states: [
			['Île-de-France', ['Paris', 'Versailles']],
			['Provence', ['Marseille', 'Nice']],
		],
	},
	{
		name: 'Indonesia',
		code: 'ID',
		language: 'id',
		weight: 6,
		states: [
			['Jakarta', ['Jakarta']],
			['Bali', ['Denpasar', 'Ubud']],
		],
	},
	{
		name: 'Japan',
		code: 'JP',
		language: 'ja',
		weight: 5,
		states: [
			['Tokyo', ['Tokyo']],
			['Osaka', ['Osaka']],
		],
	},
];

export const languages: ReadonlyArray<{ name: string; code: string }> = [
	{ name: 'English', code: 'en' },
	{ name: 'French', code: 'fr' },
	{ name: 'German', code: 'de' },
	{ name: 'Hindi', code: 'hi' },
	{ name: 'Indonesian', code: 'id' },
	{ name: 'Japanese', code: 'ja' },
	{ name: 'Portuguese', code: 'pt' },
	{ name: 'Spanish', code: 'es' },
];

export interface Interest {
	name: string;
	/** Also the hashtags of contents. */
	topics: readonly string[];
	brands: readonly string[];
	/** Engagement of the field, in relation to the average. */
	pull: number;
}

export const interests: readonly Interest[] = [
	{
		name: 'Beauty & Cosmetics',
		topics: ['skincare', 'makeup', 'haircare', 'perfume'],
		brands: ['Velora', 'Petal & Pine', 'Lumiskin'],
		pull: 1.2,
	},
	{
		name: 'Fitness & Yoga',
		topics: ['workout', 'yoga', 'running', 'nutrition'],
		brands: ['Corefit', 'Strideon', 'Oatlab'],
		pull: 1.1,
	},
	{
		name: 'Travel & Tourism',
		topics: ['backpacking', 'citybreak', 'hiking', 'islands'],
		brands: ['Wanderbag', 'Skyharbor', 'Trailmint'],
		pull: 1.0,
	},
	{
		name: 'Food & Cooking',
		topics: ['recipes', 'baking', 'vegan', 'streetfood'],
		brands: ['Saltwell', 'Crumb & Co', 'Panelo'],
		pull: 1.15,
	},
	{
		name: 'Gaming',
		topics: ['esports', 'speedrun', 'indiegames', 'streaming'],
		brands: ['Pixelforge', 'Hexpad', 'Nightcore'],
		pull: 0.9,
	},
	{
		name: 'Technology',
		topics: ['gadgets', 'programming', 'smartphones', 'startups'],
		brands: ['Nimbusware', 'Voltic', 'Quartzphone'],
		pull: 0.7,
	},
	{
		name: 'Fashion',
		topics: ['streetwear', 'sneakers', 'vintage', 'outfits'],
		brands: ['Threadhaus', 'Solestep', 'Maison Orle'],
		pull: 1.0,
	},
	{
		name: 'Parenting & Family',
		topics: ['newborn', 'toddlers', 'familytime', 'homeschool'],
		brands: ['Tinyroot', 'Cuddlekin', 'Babbleboo'],
		pull: 1.3,
	},
	{
		name: 'Music',
		topics: ['guitar', 'songwriting', 'livemusic', 'vinyl'],
		brands: ['Echoline', 'Basswood', 'Tunewell'],
		pull: 0.95,
	},
	{
		name: 'Home & Garden',
		topics: ['interior', 'diy', 'houseplants', 'renovation'],
		brands: ['Mossbrick', 'Oakenly', 'Fernandfold'],
		pull: 1.05,
	},
	{
		name: 'Business & Careers',
		topics: ['leadership', 'hiring', 'productivity', 'marketing'],
		brands: ['Deskwise', 'Ledgerly', 'Northpath'],
		pull: 0.6,
	},
	{
		name: 'Pets',
		topics: ['dogs', 'cats', 'rescue', 'training'],
		brands: ['Pawsome', 'Whiskerly', 'Barkside'],
		pull: 1.4,
	},
];

const SPOKEN: Record<string, string> = {
	citybreak: 'city breaks',
	diy: 'DIY',
	familytime: 'family time',
	haircare: 'hair care',
	homeschool: 'homeschooling',
	houseplants: 'house plants',
	indiegames: 'indie games',
	interior: 'interior design',
	livemusic: 'live music',
	newborn: 'newborns',
	outfits: 'outfit planning',
	rescue: 'rescue dogs',
	speedrun: 'speedrunning',
	streetfood: 'street food',
	training: 'dog training',
	workout: 'working out',
};

/** A hashtag as people say it. */
export const spoken = (topic: string): string => SPOKEN[topic] ?? topic;

export interface RiskKind {
	category: string;
	reason: string;
	/** Sentences that end up in the text of a risky content. */
	phrases: readonly string[];
}

export const riskKinds: readonly RiskKind[] = [
	{
		category: 'PROFANITY',
		reason: 'Strong language in the text',
		phrases: [
			'What the hell was that ending?',
			'Damn this took forever to edit.',
			'Still pissed off about the delay.',
		],
	},
	{
		category: 'ALCOHOL',
		reason: 'Shows or promotes alcohol',
		phrases: [
			'Ended the night with tequila shots.',
			'Wine night with the whole crew after this.',
			'Craft beer tasting right after the shoot.',
		],
	},
	{
		category: 'DRUGS',
		reason: 'Refers to drug use',
		phrases: [
			'Smoking weed helps me wind down.',
			'Tried edibles for the first time.',
			'Getting high before a shoot, no regrets.',
		],
	},
	{
		category: 'VIOLENCE',
		reason: 'Describes or shows violence',
		phrases: [
			'Got into a street fight on the way home.',
			'He started it, so I knocked him out.',
			'The brawl at the end is real.',
		],
	},
	{
		category: 'HATE_SPEECH',
		reason: 'Demeans a group of people',
		phrases: [
			'Those people ruin every neighbourhood.',
			'They should all go back home.',
			'Some of them are subhuman, I said it.',
		],
	},
	{
		category: 'ADULT',
		reason: 'Suggestive or adult theme',
		phrases: [
			'NSFW link in my bio, adults only.',
			'Lingerie haul, part two.',
			'The last picture was too hot to post here.',
		],
	},
	{
		category: 'GAMBLING',
		reason: 'Promotes betting or games of chance',
		phrases: [
			'Use my casino bonus before Friday.',
			'My betting tips are in the stories.',
			'That poker win paid for the trip.',
		],
	},
	{
		category: 'POLITICS',
		reason: 'Takes a side in a political dispute',
		phrases: [
			'Another rigged election, if you ask me.',
			'Vote them out, all of them.',
			'A corrupt senator is still a senator, it seems.',
		],
	},
];

export const ageGroups = ['13-17', '18-24', '25-34', '35-44', '45-64', '65-'] as const;
export type AgeGroup = (typeof ageGroups)[number];
export const genders = ['FEMALE', 'MALE'] as const;
export type Gender = (typeof genders)[number] | 'ORGANIZATION';
