import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';

import type { INodeProperties } from 'n8n-workflow';

import { projectRoot, packageJson } from '../engine/package';
import { areas, nodeOf } from './areas';

const actionsOf = (name: string): string[] => {
	const { properties } = nodeOf(name).description;
	const options = (each: INodeProperties | undefined) =>
		(each?.options ?? []).filter((option) => 'value' in option);
	// As the panel lists them: resource by resource, in the order of their definition.
	return options(properties.find((each) => each.name === 'resource')).flatMap(({ value }) =>
		options(
			properties.find(
				(each) =>
					each.name === 'operation' &&
					each.displayOptions?.show?.resource?.includes(value as string),
			),
		).map(({ action }) => action ?? ''),
	);
};

describe('the actions in the panel', () => {
	it.each([
		['creatorSearch', ['Search creators', 'Quick search creators']],
		['socialBackgroundCheck', ['Check a profile for risks']],
		['contentAndComments', ['Get the posts of a profile at once', 'Get many comments']],
		['purchaseIntent', ['Find out whether an audience wants to buy']],
		['commentsRelevance', ['Find the comments that matter to a brand']],
		['socialListening', ['Hear what people say about a brand']],
	])('of %s begin with the most common ones', (name, first) => {
		expect(actionsOf(name).slice(0, first.length)).toEqual(first);
	});

	it.each(areas.map(({ node }) => [node.description.name]))('of %s are unique', (name) => {
		const actions = actionsOf(name);
		expect(new Set(actions).size).toBe(actions.length);
	});
});

describe('words that find a node', () => {
	const codex = packageJson.n8n.nodes.map((file) => {
		const source = file.replace(/^dist\//, '').replace(/\.js$/, '.json');
		const { alias } = JSON.parse(readFileSync(join(projectRoot, source), 'utf8')) as {
			alias: string[];
		};
		return { name: basename(source, '.node.json'), alias };
	});
	const found = (word: string) =>
		codex.filter(({ alias }) => alias.includes(word)).map(({ name }) => name);

	it.each([
		['influencer', ['CreatorSearch']],
		['overlap', ['CreatorSearch']],
		['fake followers', ['CreatorSearch']],
		['KYC', ['SocialBackgroundCheck']],
		['find creators', ['CreatorSearch']],
		['shortlist', ['CreatorSearch']],
		['lookalike', ['CreatorSearch']],
		['contract', ['CreatorSearch']],
		['pdf', ['CreatorSearch', 'SocialBackgroundCheck']],
		['ugc', ['ContentAndComments', 'CreatorSearch']],
		['screening changed', ['CreatorIntelligenceTrigger']],
		['competitor', ['CreatorSearch', 'SocialListening']],
		['monitored', ['CreatorIntelligenceTrigger', 'SocialBackgroundCheck', 'SocialListening']],
		...['tiktok', 'instagram', 'youtube'].map((word): [string, string[]] => [
			word,
			['CreatorSearch', 'SocialBackgroundCheck'],
		]),
	] as Array<[string, string[]]>)('%s', (word, nodes) => {
		expect(found(word)).toEqual(nodes);
	});

	it('influencer finds the others after Creator Search, by longer words', () => {
		const others = codex.filter(({ alias }) => alias.some((word) => /^influencer .+/.test(word)));
		expect(others.length).toBeGreaterThan(3);
	});
});
