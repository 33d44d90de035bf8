import { randomUUID } from 'node:crypto';

import type { ManualClock } from '../sandbox';
import type { LoopbackServer } from '../test/support/http';
import { startServer } from '../test/support/http';

interface BenchJob {
	length: number;
	submittedAt: number;
	looks: number;
	/** When the client first heard that it has ended. */
	noticedAt?: number;
}

export interface BenchService extends LoopbackServer {
	jobs: Map<string, BenchJob>;
}

/** Jobs as long as their submission says, on a clock that the benchmark drives. */
export async function startBenchService(clock: ManualClock): Promise<BenchService> {
	const jobs = new Map<string, BenchJob>();
	const server = await startServer((app) => {
		app.post<{ Body: { length: number } }>('/screening', async ({ body }) => {
			const id = randomUUID();
			jobs.set(id, { length: body.length, submittedAt: clock.now(), looks: 0 });
			return { id, status: 'queued' };
		});
		app.get<{ Params: { id: string } }>('/screening/:id', async ({ params: { id } }, reply) => {
			const job = jobs.get(id);
			if (job === undefined) return await reply.code(404).send({ message: 'No such job' });
			job.looks += 1;
			const ended = clock.now() - job.submittedAt >= job.length;
			if (ended) job.noticedAt ??= clock.now();
			return { id, status: ended ? 'done' : 'running' };
		});
	});
	return { ...server, jobs };
}
