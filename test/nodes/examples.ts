import type { IDataObject } from 'n8n-workflow';

import type { Method } from '../../nodes/shared/catalogue/vocabulary';
import type { Sandbox } from '../../sandbox';
import { routes } from '../../sandbox/routes';
import { sampleOf } from '../../sandbox/routes/sample';

/** Fields that the sandbox gives as an example for an endpoint: of its body, or of its query. */
export function exampleOf({ world }: Sandbox, method: Method, path: string): IDataObject {
	const route = routes.find((each) => each.method === method && each.path === path);
	if (route === undefined) throw new Error(`No route ${method} ${path}`);
	return { ...route.example(sampleOf(world)) };
}
