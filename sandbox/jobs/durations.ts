import type { Duration, JobType } from './types';

/** A number is the whole length; a quarter of it passes in the queue. */
export type DurationOption = number | Duration;
export type DurationOptions = Partial<Record<JobType, DurationOption>>;

const seconds: Record<JobType, number> = {
	creatorExport: 12,
	emailLookup: 4,
	audienceOverlap: 10,
	profileAnalyticsReport: 15,
	screening: 30,
	mediaScreening: 8,
	contentFetch: 6,
	professionalContent: 10,
	professionalComment: 8,
	purchaseIntent: 20,
	commentsRelevance: 12,
	socialListening: 45,
};

export function durationOf(type: JobType, options: DurationOptions, scale: number): Duration {
	const given = options[type] ?? seconds[type] * 1000;
	const { queued, running } =
		typeof given === 'number' ? { queued: given / 4, running: given * 0.75 } : given;
	return { queued: queued * scale, running: running * scale };
}
