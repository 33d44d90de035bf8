import { Type } from '@sinclair/typebox';
import type { JsonObject } from '../json';
import { list, record, type Report } from '../outcome';
import { notFound } from '../problem';
import { type Criteria, CriteriaBody } from '../screening/criteria';
import { isOpen, rate, summary, verdicts, verdictView } from '../screening/screening';
import { iso } from '../views';
import { mediaRisks } from '../world/contents';
import { profileOf } from './creatorSearch';
import { contentUrl, profileUrl, url } from './fields';
import {
	anyOfFields,
	area,
	badField,
	type Call,
	get,
	jobOf,
	jobPair,
	noParameters,
	ofFinished,
	patch,
	post,
} from './route';

const screeningBody = Type.Object(
	{
		profile_url: Type.Optional(profileUrl),
		content_url: Type.Optional(contentUrl),
		flagging_criteria_id: Type.Optional(Type.String()),
	},
	anyOfFields('profile_url', 'content_url'),
);

const criteriaView = (criteria: Criteria): JsonObject => ({
	id: criteria.id,
	name: criteria.name,
	categories: criteria.categories,
	keywords: criteria.keywords,
	time_period_in_months: criteria.time_period_in_months,
	created_at: iso(criteria.createdAt),
});

function checkCriteria({ service, owner, body }: Call<{ flagging_criteria_id?: string }>): void {
	const id = body.flagging_criteria_id;
	if (id !== undefined && !service.criteria.find(id, owner)) {
		throw badField('flagging_criteria_id', 'names no flagging criteria set');
	}
}

const screenings = [
	...jobPair({
		type: 'screening',
		path: '/screening',
		submit: 'Submit a risk-score request for a profile or content item',
		fetch: 'Get the risk score for a profile or content item',
		body: screeningBody,
		example: ({ creator }) => ({ profile_url: creator.url }),
		gives: 'record',
		check: checkCriteria,
		result: (service, job, input) => {
			const creator = input.profile_url && service.world.find(input.profile_url);
			return record({
				profile_url: input.profile_url,
				content_url: input.content_url,
				flagging_criteria_id: input.flagging_criteria_id ?? null,
				is_monitored: creator ? service.monitoring.isEnabled(job.owner, creator) : false,
				report_summary: summary(service, job),
			});
		},
	}),
	get(
		'/screening/{id}/contents',
		'List flagged content items for a screening',
		Type.Object({
			include_all: Type.Optional(Type.Boolean({ description: 'Also what is not flagged' })),
		}),
		(call) =>
			ofFinished('screening', ({ service }, job) => {
				const all = verdicts(service, job);
				const shown = call.query.include_all ? all : all.filter((verdict) => isOpen(job, verdict));
				return list('contents', shown, (verdict) => verdictView(job, verdict));
			})(call),
		{ paged: true },
	),
	patch(
		'/screening/{id}/contents/unflag',
		'Unflag content items in a screening',
		Type.Object(
			{
				content_ids: Type.Optional(Type.Array(Type.String(), { minItems: 1 })),
				content_urls: Type.Optional(Type.Array(Type.String(), { minItems: 1 })),
			},
			anyOfFields('content_ids', 'content_urls'),
		),
		(call) =>
			ofFinished('screening', ({ service }, job) => {
				const { content_ids: ids = [], content_urls: urls = [] } = call.body;
				const open = verdicts(service, job).filter((verdict) => isOpen(job, verdict));
				const chosen = open.filter(
					({ content }) => ids.includes(content.id) || urls.includes(content.url),
				);
				const named = new Set(chosen.flatMap(({ content }) => [content.id, content.url]));
				const missing = [...ids, ...urls].find((name) => !named.has(name));
				if (missing !== undefined) throw notFound(`The flagged content ${missing}`);
				for (const { content } of chosen) job.unflagged.add(content.id);
				return {
					...record({
						unflagged_content_count: chosen.length,
						flagged_content_count: open.length - chosen.length,
					}),
					acknowledgement: true,
				};
			})(call),
		{ example: () => ({ content_ids: ['one-of-the-flagged'] }) },
	),
	post(
		'/screening/{id}/generate-report',
		'Generate a screening report',
		noParameters,
		ofFinished('screening', (_call, job): Report => ({ kind: 'report', job })),
		{ answers: 'report' },
	),
	post(
		'/screening/continuous-monitoring',
		'Enable continuous monitoring for a profile',
		Type.Object(
			{
				profile_url: Type.Optional(profileUrl),
				screening_id: Type.Optional(Type.Union([Type.String(), Type.Integer()])),
				flagging_criteria_id: Type.Optional(Type.String()),
			},
			anyOfFields('profile_url', 'screening_id'),
		),
		(call) => {
			checkCriteria(call);
			const { service, owner, body } = call;
			const { jobs, world, monitoring, clock } = service;
			const given =
				body.screening_id === undefined
					? undefined
					: jobOf({ ...call, id: String(body.screening_id) }, 'screening');
			const address = body.profile_url ?? given?.input.profile_url;
			if (typeof address !== 'string') {
				throw badField('screening_id', 'is the screening of a single content item');
			}
			const creator = profileOf(world, address);
			const known = jobs.first(
				(job) =>
					job.type === 'screening' &&
					job.owner === owner &&
					typeof job.input.profile_url === 'string' &&
					world.find(job.input.profile_url)?.key === creator.key,
			);
			const screening =
				given ??
				known ??
				jobs.submit('screening', owner, {
					profile_url: address,
					...(body.flagging_criteria_id && { flagging_criteria_id: body.flagging_criteria_id }),
				});
			return record({
				screening_id: screening.id,
				profile_url: creator.url,
				is_monitored: true,
				monitored_since: iso(monitoring.enable(owner, creator, clock.now())),
			});
		},
		{ example: ({ creator }) => ({ profile_url: creator.url }) },
	),
	...jobPair({
		type: 'mediaScreening',
		path: '/screening-media',
		submit: 'Submit a risk-score request for a media URL',
		fetch: 'Get the risk score for a media URL',
		body: Type.Object({
			media_url: url('URL of an image or a video'),
			media_type: Type.Optional(Type.String({ enum: ['IMAGE', 'VIDEO'] })),
			description: Type.Optional(Type.String()),
		}),
		example: ({ content }) => ({ media_url: content.mediaUrl, media_type: 'IMAGE' }),
		gives: 'record',
		result: ({ world }, _job, { media_url: media, media_type: type }) => {
			const content = world.content(media);
			const risks = content?.mediaUrl === media ? content.risks : mediaRisks(media, world.seed);
			return record({
				media_url: media,
				media_type: type ?? null,
				report_summary: { risk_rating: rate(risks), is_flagged: risks.length > 0 },
				risks: risks.map((risk) => ({ ...risk })),
			});
		},
	}),
];

const criteria = [
	post(
		'/flagging-criteria',
		'Create a flagging criteria set',
		CriteriaBody,
		({ service, owner, body }) => ({
			...record(criteriaView(service.criteria.add(owner, body, service.clock.now()))),
			created: true,
		}),
		{ example: () => ({ name: 'Family friendly', categories: ['ALCOHOL', 'PROFANITY'] }) },
	),
	get(
		'/flagging-criteria',
		'List flagging criteria sets',
		noParameters,
		({ service, owner }) => list('flagging_criteria', service.criteria.list(owner), criteriaView),
		{ paged: true },
	),
	get('/flagging-criteria/{id}', 'Get a flagging criteria set', noParameters, (call) => {
		const found = call.service.criteria.find(call.id, call.owner);
		if (!found) throw notFound(`The flagging criteria set ${call.id}`);
		return record(criteriaView(found));
	}),
];

export const backgroundCheckRoutes = area('Social background check', [...screenings, ...criteria]);
