import { hash } from './random';
import { countries, interests, languages } from './vocabulary';
import type { World } from './world';

export interface Location {
	id: string;
	name: string;
	type: 'COUNTRY' | 'STATE' | 'CITY';
	country: string;
}

const locationId = (name: string): string => `loc_${hash('location', name).toString(36)}`;

export const locations: readonly Location[] = countries.flatMap(({ name: country, states }) => [
	{ id: locationId(country), name: country, type: 'COUNTRY' as const, country },
	...states.flatMap(([state, cities]) => [
		{
			id: locationId(`${state}, ${country}`),
			name: `${state}, ${country}`,
			type: 'STATE' as const,
			country,
		},
		...cities.map((city) => {
			const name = `${city}, ${state}, ${country}`;
			return { id: locationId(name), name, type: 'CITY' as const, country };
		}),
	]),
]);

export const brands = interests.flatMap((interest) => interest.brands.map((name) => ({ name })));
export const interestNames = interests.map(({ name }) => ({ name }));
export { languages };

const contains = (text: string, part: string): boolean =>
	text.toLowerCase().includes(part.toLowerCase());

export const matching = <T extends { name: string }>(entries: readonly T[], part = ''): T[] =>
	entries.filter(({ name }) => contains(name, part));

/** `value` is the number of listed creators who post about the topic. */
export function topics(world: World, part = ''): Array<{ name: string; value: number }> {
	const counts = new Map<string, number>();
	for (const { hashtags } of world.creators) {
		for (const tag of hashtags) counts.set(tag, (counts.get(tag) ?? 0) + 1);
	}
	return [...counts]
		.map(([name, value]) => ({ name, value }))
		.filter(({ name }) => contains(name, part))
		.sort((a, b) => b.value - a.value || a.name.localeCompare(b.name));
}

/** The share of the topic's creators who also post about the other tag. */
export function topicRelevance(
	world: World,
	topic: string,
): Array<{ name: string; value: number }> {
	const about = world.creators.filter(({ hashtags }) => hashtags.includes(topic.toLowerCase()));
	const counts = new Map<string, number>();
	for (const { hashtags } of about) {
		for (const tag of hashtags) counts.set(tag, (counts.get(tag) ?? 0) + 1);
	}
	return [...counts]
		.map(([name, count]) => ({ name, value: Math.round((count / about.length) * 1000) / 1000 }))
		.sort((a, b) => b.value - a.value || a.name.localeCompare(b.name));
}

export const handles = (world: World, part: string, platformId?: string): World['creators'] =>
	world.creators.filter(
		({ username, fullName, platform }) =>
			(platformId === undefined || platform.id === platformId) &&
			(username.startsWith(part.toLowerCase()) || contains(fullName, part)),
	);
