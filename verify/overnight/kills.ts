import { setTimeout as sleep } from 'node:timers/promises';

import { Random } from '../../sandbox/world/random';
import { type Cluster, MAIN, WORKERS } from '../harness/Cluster';
import { SECOND, until } from '../harness/time';

const PROCESSES = [MAIN, ...WORKERS];
const SERVERS = ['redis', 'postgres'] as const;
const VICTIMS = [...PROCESSES, ...SERVERS];
type Victim = (typeof VICTIMS)[number];

export interface Kill {
	victim: Victim;
	/** It happens after so many paid requests, and a moment later. */
	after: number;
	delayMs: number;
	downMs: number;
}

/** Some requests are never sent, as it is unknown whether they were: the last kill must not wait for these. */
const LAST_SHARE = 0.9;
const MAX_DELAY = 3 * SECOND;
const DOWN = { min: SECOND, max: 6 * SECOND };

/** The same seed gives the same kills: each victim as often as the others, in any order, at any moment. */
export function planKills(seed: number, count: number, requests: number): Kill[] {
	const random = new Random(seed, 'kills');
	const rounds = Math.ceil(count / VICTIMS.length);
	const victims = Array.from({ length: rounds }, () => random.some(VICTIMS, VICTIMS.length)).flat();
	const moments = Array.from({ length: count }, () =>
		random.int(1, Math.floor(requests * LAST_SHARE)),
	);
	return moments
		.sort((a, b) => a - b)
		.map((after, n) => ({
			victim: victims[n],
			after,
			delayMs: random.int(0, MAX_DELAY),
			downMs: random.int(DOWN.min, DOWN.max),
		}));
}

/** Kills one after the other; a victim that is still starting is waited for. */
export async function killAll(
	cluster: Cluster,
	kills: Kill[],
	/** Paid requests until now. */
	paid: () => number,
	say: (text: string) => void,
): Promise<void> {
	for (const { victim, after, delayMs, downMs } of kills) {
		await until(() => paid() >= after, Infinity);
		await sleep(delayMs);
		if (victim === 'redis' || victim === 'postgres') {
			const server = cluster.servers[victim];
			await server.kill();
			say(`${victim} killed after ${paid()} requests`);
			await sleep(downMs);
			await server.restart();
		} else {
			const n8n = cluster.process(victim);
			await until(() => n8n.isRunning, Infinity);
			await n8n.kill();
			say(`${victim} killed after ${paid()} requests`);
		}
	}
}

/** Starts again what has ended, as a service manager does: n8n also exits by itself if Redis is away for too long. */
export function supervise(cluster: Cluster): () => Promise<void> {
	const starts = new Map<string, Promise<unknown>>();
	const timer = setInterval(() => {
		for (const name of PROCESSES) {
			if (starts.has(name) || cluster.process(name).isRunning) continue;
			const start = cluster.launch(name).catch(() => undefined);
			starts.set(name, start);
			void start.then(() => starts.delete(name));
		}
	}, SECOND);
	return async () => {
		clearInterval(timer);
		await Promise.all(starts.values());
	};
}
