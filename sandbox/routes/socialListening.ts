import { Type } from '@sinclair/typebox';
import { portion } from '../jobs/portion';
import type { Job } from '../jobs/types';
import type { JsonObject } from '../json';
import { list, record } from '../outcome';
import { iso } from '../views';
import { Random } from '../world/random';
import type { World } from '../world/world';
import { date } from './fields';
import { anyOfFields, area, get, jobPair, ofFinished } from './route';

const requestBody = Type.Object(
	{
		keyword: Type.Optional(Type.String({ minLength: 1 })),
		hashtag: Type.Optional(Type.String({ minLength: 1 })),
		mention: Type.Optional(Type.String({ minLength: 1 })),
		items_limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 1000 })),
	},
	anyOfFields('keyword', 'hashtag', 'mention'),
);

const HOUR = 3_600_000;

const TEXTS = {
	POSITIVE: [
		'I keep coming back to {term}, nothing else lasts this long.',
		'Three months with {term} and I would buy it again.',
		'Big thanks to the {term} team for the quick reply!',
	],
	NEUTRAL: [
		'Trying {term} this week, will report back.',
		'Has anybody compared {term} with the cheaper ones?',
		'{term} has a new store downtown, apparently.',
	],
	NEGATIVE: [
		'{term} let me down again, second return this year.',
		'Waited two weeks for {term} support. Two weeks.',
		'Not worth the price any more, {term}.',
	],
};

interface Insight {
	id: string;
	publishedAt: number;
	view: JsonObject;
}

function termOf({ keyword, hashtag, mention }: JsonObject): string {
	if (typeof keyword === 'string') return keyword;
	if (typeof hashtag === 'string') return `#${hashtag.replace(/^#/, '')}`;
	return `@${String(mention).replace(/^@/, '')}`;
}

/** Listed creators talk about anything that is listened for, more or less kindly. Newest first. */
function insightsOf(world: World, job: Job): Insight[] {
	const term = termOf(job.input);
	const random = new Random(world.seed, 'listening', term.toLowerCase());
	const { items_limit: most = 100 } = job.input;
	const mood = random.between(-0.4, 0.8);
	let publishedAt = job.submittedAt - random.int(1, 20) * HOUR;
	const insights = Array.from({ length: Number(most) }, (_, index) => {
		const creator = random.pick(world.creators);
		const sentiment = random.weighted([
			['POSITIVE', 1 + mood],
			['NEUTRAL', 0.8],
			['NEGATIVE', 1 - mood],
		] as const);
		publishedAt -= random.int(1, 12) * HOUR;
		const texts = TEXTS[sentiment];
		const text = texts[index % texts.length].replace('{term}', term);
		const id = `${index}-${random.int(100_000, 999_999)}`;
		return {
			id,
			publishedAt,
			view: {
				id,
				url: `${creator.url}/posts/${id}`,
				text,
				sentiment,
				status: random.chance(0.05) ? 'failed' : 'published',
				published_at: iso(publishedAt),
				platform_username: creator.username,
				work_platform: { id: creator.platform.id, name: creator.platform.name },
				follower_count: creator.followers,
				engagement: {
					like_count: random.int(0, creator.averageLikes * 2),
					comment_count: random.int(0, creator.averageComments * 2),
				},
			},
		};
	});
	return portion(job, insights);
}

export const socialListeningRoutes = area('Social listening', [
	...jobPair({
		type: 'socialListening',
		path: '/social-listening',
		submit: 'Create a social listening request',
		fetch: 'Get the status of a social listening request',
		body: requestBody,
		example: () => ({ keyword: 'Strideon', items_limit: 60 }),
		gives: 'status',
		result: ({ world }, job) => record({ items_count: insightsOf(world, job).length }),
	}),
	get(
		'/social-listening/{id}/fetch',
		'Get social listening insights',
		Type.Object({
			from_date: Type.Optional(date('First day')),
			to_date: Type.Optional(date('Last day, inclusive')),
		}),
		(call) =>
			ofFinished('socialListening', ({ service }, job) => {
				const { from_date: from = '', to_date: to = '9999' } = call.query;
				const wanted = insightsOf(service.world, job).filter(({ publishedAt }) => {
					const day = iso(publishedAt).slice(0, 10);
					return day >= from.slice(0, 10) && day <= to.slice(0, 10);
				});
				return list('insights', wanted, ({ view }) => view);
			})(call),
		{ paged: true },
	),
]);
