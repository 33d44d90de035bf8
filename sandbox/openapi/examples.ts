import { ManualClock } from '../clock';
import type { Dialect, Reply } from '../dialects/dialect';
import { shape } from '../dialects/shape';
import type { JsonObject } from '../json';
import { routes } from '../routes';
import type { Route } from '../routes/route';
import type { Sample } from '../routes/sample';
import { reportFile } from '../screening/reportFile';
import { verdicts } from '../screening/screening';
import { createService, type Service } from '../service';
import type { World } from '../world/world';

export interface Example {
	request: JsonObject;
	reply: Reply;
	/** Of a job that has just been submitted. */
	pending?: Reply;
}

const OWNER = 'example';
const HOST = 'http://127.0.0.1';

/** Runs every endpoint once, in a service of its own: the document shows what really happens. */
export async function exampleOf(
	route: Route,
	world: World,
	dialect: Dialect,
	sample: Sample,
): Promise<Example> {
	const clock = new ManualClock(world.anchor);
	const service = createService({
		world,
		clock,
		dialect,
		durations: {},
		timeScale: 1,
		jobCapacity: 10,
		monitoringInterval: 60_000,
		fileOrigin: () => HOST,
	});
	const id = prepare(route, service, sample);
	const inQuery = route.method === 'GET';
	const asked = {
		url: new URL(route.path, HOST),
		method: route.method,
		parameters: { limit: 1, page_size: 1, maxResults: 1 },
	};
	const answer = async (request: JsonObject): Promise<Reply> => {
		const outcome = route.run({
			service,
			owner: OWNER,
			id,
			body: inQuery ? undefined : request,
			query: inQuery ? { ...request } : {},
		});
		return shape(dialect, outcome, asked, (job) => ({
			url: service.fileUrl(job),
			name: 'report.pdf',
			bytes: () => reportFile(service, job),
		}));
	};
	const pending = route.answers === 'job' && inQuery ? await answer({}) : undefined;
	clock.advance(600_000);
	const request = requestOf(route, service, sample);
	return { request, reply: await answer(request), pending };
}

/** Makes what the `{id}` of the path stands for. */
function prepare({ path, example }: Route, service: Service, sample: Sample): string {
	const [parent] = path.split('/{id}');
	if (parent === path) return '';
	const { id } = example(sample);
	if (typeof id === 'string') return id;
	const creation = routes.find((route) => route.method === 'POST' && route.path === parent);
	if (!creation) throw new Error(`Nothing makes the id of ${path}`);
	const body = creation.example(sample);
	const outcome = creation.run({ service, owner: OWNER, id: '', body, query: {} });
	return outcome.kind === 'job'
		? String(outcome.job.id)
		: (service.criteria.list(OWNER).at(-1)?.id ?? '');
}

function requestOf(route: Route, service: Service, sample: Sample): JsonObject {
	if (route.method !== 'PATCH') return route.example(sample);
	const job = service.jobs.first(() => true);
	const flagged = (job ? verdicts(service, job) : []).find(({ risks }) => risks.length > 0);
	return { content_ids: flagged ? [flagged.content.id] : [] };
}
