/** Saved workflows hold these names: the `type` of a job and the trigger's `jobType`. */
export const JOB_TYPES = [
	'audienceOverlap',
	'commentsRelevance',
	'contentFetch',
	'creatorExport',
	'emailLookup',
	'mediaScreening',
	'professionalComment',
	'professionalContent',
	'profileAnalyticsReport',
	'purchaseIntent',
	'screening',
	'socialListening',
] as const;

export type JobType = (typeof JOB_TYPES)[number];
