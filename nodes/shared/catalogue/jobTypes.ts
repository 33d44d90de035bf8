/**
 * The types of jobs, and as what a report shows the result of each. Saved workflows hold these names:
 * the `type` of a job and the trigger's `jobType`.
 */
export const JOB_RESULTS = {
	audienceOverlap: 'overlap',
	commentsRelevance: 'commentsRelevance',
	contentFetch: 'contents',
	creatorExport: 'creators',
	emailLookup: 'creators',
	mediaScreening: 'screening',
	professionalComment: 'comments',
	professionalContent: 'contents',
	profileAnalyticsReport: 'analytics',
	purchaseIntent: 'purchaseIntent',
	screening: 'screening',
	socialListening: 'mentions',
} as const;

export type JobType = keyof typeof JOB_RESULTS;

export const JOB_TYPES = Object.keys(JOB_RESULTS) as JobType[];
