import type { IDataObject } from 'n8n-workflow';

import type { Method } from '../../nodes/shared/catalogue/types';
import { jobTypes, type JobType, type Sandbox } from '../../sandbox';
import { routes } from '../../sandbox/routes';
import { sampleOf } from '../../sandbox/routes/sample';

/** Durations with which a job has finished when it is looked at for the first time. */
export const instantly = Object.fromEntries(jobTypes.map((type) => [type, 0])) as Record<
	JobType,
	number
>;

/** Fields that the sandbox gives as an example for an endpoint: of its body, or of its query. */
export function exampleOf({ world }: Sandbox, method: Method, path: string): IDataObject {
	const route = routes.find((each) => each.method === method && each.path === path);
	if (route === undefined) throw new Error(`No route ${method} ${path}`);
	return { ...route.example(sampleOf(world)) };
}
