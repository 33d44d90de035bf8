import type { Content } from '../../../../nodes/shared/http/content';
import type { JobOverrides } from '../../../../nodes/shared/recognition/job';

export const overrides = (more: Partial<JobOverrides> = {}): JobOverrides => ({
	pendingStates: [],
	finishedStates: [],
	failedStates: [],
	...more,
});

export const data = (value: unknown): Content => ({ kind: 'data', value });
