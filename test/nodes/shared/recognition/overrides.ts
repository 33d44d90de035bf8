import type { Content } from '../../../../nodes/shared/http/types';
import type { JobOverrides } from '../../../../nodes/shared/recognition/stateWords';

export const overrides = (more: Partial<JobOverrides> = {}): JobOverrides => ({
	pendingStates: [],
	finishedStates: [],
	failedStates: [],
	...more,
});

export const data = (value: unknown): Content => ({ kind: 'data', value });
