import { portion } from '../jobs/portion';
import type { Job } from '../jobs/types';
import type { JsonObject } from '../json';
import type { Service } from '../service';
import { contentView } from '../views';
import type { Risk } from '../world/contents';
import { isFlagged, judge, type Verdict } from './criteria';

/** What a screening finds now: criteria and monitoring apply, unflagged contents are marked. */
export function verdicts(service: Service, job: Job): Verdict[] {
	const { world, clock, criteria, monitoring } = service;
	const { profile_url: profile, content_url: single, flagging_criteria_id: id } = job.input;
	const now = clock.now();
	const chosen = typeof id === 'string' ? criteria.find(id, job.owner) : undefined;
	if (typeof single === 'string') {
		const content = world.content(single);
		return judge(content ? [content] : [], now, chosen);
	}
	const creator = typeof profile === 'string' ? world.find(profile) : undefined;
	if (!creator) return [];
	const all = [...monitoring.newContents(job.owner, creator, now), ...world.contents(creator)];
	return portion(job, judge(all, now, chosen));
}

export const isOpen = (job: Job, verdict: Verdict): boolean =>
	isFlagged(verdict) && !job.unflagged.has(verdict.content.id);

export const verdictView = (job: Job, { content, risks, keywords }: Verdict): JsonObject => {
	const { id, url, media_url, type, title, description, published_at, status } =
		contentView(content);
	return {
		id,
		url,
		media_url,
		type,
		title,
		description,
		published_at,
		status,
		is_flagged: isOpen(job, { content, risks, keywords }),
		is_unflagged: job.unflagged.has(content.id),
		risks: risks.map((risk) => ({ ...risk })),
		keywords,
	};
};

export function summary(service: Service, job: Job): JsonObject {
	const all = verdicts(service, job);
	const open = all.filter((verdict) => isOpen(job, verdict));
	const counts: Record<string, number> = {};
	for (const { category } of open.flatMap(({ risks }) => risks)) {
		counts[category] = (counts[category] ?? 0) + 1;
	}
	return {
		risk_rating: rate(open.flatMap(({ risks }) => risks)),
		total_content_count: all.length,
		flagged_content_count: open.length,
		flagged_categories: counts,
		url: service.fileUrl(job),
	};
}

export function rate(risks: Risk[]): 'NONE' | 'LOW' | 'MEDIUM' | 'HIGH' {
	const weight = risks.reduce((sum, { score }) => sum + score, 0);
	if (weight === 0) return 'NONE';
	return weight < 2 ? 'LOW' : weight < 5 ? 'MEDIUM' : 'HIGH';
}
