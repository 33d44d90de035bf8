import { type Clock, ManualClock, realClock } from './clock';
import { type DialectName, dialects } from './dialects';
import type { Dialect } from './dialects/dialect';
import { Faults } from './faults/faults';
import type { FaultRule } from './faults/rule';
import type { DurationOptions } from './jobs/durations';
import type { JobStore, JobView } from './jobs/store';
import { type JobType, jobTypes } from './jobs/types';
import { type LogEntry, RequestLog } from './requestLog';
import type { RateLimit } from './rules/rateLimit';
import { DEFAULT_TOKEN, SUSPENDED_TOKEN, type TokenOptions, Tokens } from './rules/tokens';
import { listenElsewhere, originOf } from './origins';
import { buildServer } from './server';
import { createService } from './service';
import { World } from './world/world';

export interface SandboxOptions {
	/** 0, the default, takes any free port. */
	port?: number;
	/** For example `/v2`. */
	basePath?: string;
	dialect?: DialectName;
	clock?: Clock;
	seed?: number;
	creators?: number;
	/** The token that `Sandbox.token` names. */
	token?: string;
	/** More tokens, each with rules of its own. */
	tokens?: Record<string, TokenOptions>;
	/** Length of jobs in milliseconds, per type. */
	durations?: DurationOptions;
	/** Factor on all durations; 0.1 makes everything ten times as fast. */
	timeScale?: number;
	/** Of the default token, as is the quota. */
	rateLimit?: RateLimit;
	quota?: number;
	jobCapacity?: number;
	logCapacity?: number;
	/** How often a monitored profile posts something risky, before the time scale. */
	monitoringInterval?: number;
	/** The n8n that uses it, for the status page. */
	n8nUrl?: string;
}

export interface Sandbox {
	/** With the base path, without a slash at the end. */
	url: string;
	/** Where the control endpoints, the status page and the document are. */
	origin: string;
	/** The other origin, for downloads. */
	filesOrigin: string;
	token: string;
	dialect: Dialect;
	clock: Clock;
	log: RequestLog;
	faults: Faults;
	jobs: JobStore;
	world: World;
	close(): Promise<void>;
}

export async function startSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
	const {
		port = 0,
		basePath = '',
		clock = realClock,
		seed = 1,
		creators = 2000,
		token = DEFAULT_TOKEN,
		durations = {},
		timeScale = 1,
		jobCapacity = 10_000,
		monitoringInterval = 60_000,
	} = options;
	const dialect: Dialect = dialects[options.dialect ?? 'flat'];
	const world = new World(seed, creators, clock.now());
	const service = createService({
		world,
		clock,
		dialect,
		durations,
		timeScale,
		jobCapacity,
		monitoringInterval,
		fileOrigin: () => (dialect.report === 'link' ? origin : filesOrigin),
	});
	const { jobs } = service;
	const accounts: Record<string, TokenOptions> = {
		[SUSPENDED_TOKEN]: { suspended: true },
		[token]: { rateLimit: options.rateLimit, quota: options.quota },
		...options.tokens,
	};
	const faults = new Faults(clock);
	for (const [name, account] of Object.entries(accounts)) {
		for (const rule of account.faults ?? []) faults.add({ ...rule, token: name });
	}
	const log = new RequestLog(options.logCapacity);
	const app = buildServer({
		service,
		dialect,
		clock,
		tokens: new Tokens(accounts, clock),
		faults,
		log,
		basePath: normal(basePath),
		token,
		n8nUrl: options.n8nUrl,
	});
	await app.listen({ port, host: '127.0.0.1' });
	const elsewhere = await listenElsewhere(app);
	const origin = originOf(app.server);
	const filesOrigin = originOf(elsewhere);
	return {
		url: origin + normal(basePath),
		origin,
		filesOrigin,
		token,
		dialect,
		clock,
		log,
		faults,
		jobs,
		world,
		close: async () => {
			elsewhere.closeAllConnections();
			elsewhere.close();
			await app.close();
		},
	};
}

const normal = (basePath: string): string => {
	const path = basePath.replace(/^\/+|\/+$/g, '');
	return path === '' ? '' : `/${path}`;
};

export { type Clock, type Dialect, type DialectName, ManualClock, type JobType, jobTypes };
export type { FaultRule, JobView, LogEntry, TokenOptions };
export { dialectNames } from './dialects';
export { DEFAULT_TOKEN, SUSPENDED_TOKEN };
