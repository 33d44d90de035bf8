import { closeSync, openSync } from 'node:fs';
import { mkdir, readFile } from 'node:fs/promises';
import { delimiter, dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import axios from 'axios';

import { endChild, outcomeOf, startChild } from '../processes';
import { freePort, HOST } from './ports';
import { Problem } from './problem';
import type { Runtime } from './runtime';

export interface LaunchOptions {
	runtime: Runtime;
	/** Holds `.n8n`, where n8n keeps its database, its key and community packages. */
	userFolder: string;
	/** Any free one unless given. */
	port?: number;
	/** Only takes executions from the queue: no editor, no triggers. */
	worker?: boolean;
	/** False: only the interface that the editor uses; starts faster. */
	hasEditor?: boolean;
	log: string;
	env?: Record<string, string>;
}

export interface RunningN8n {
	url: string;
	port: number;
	pid: number;
	/** Settles when n8n has ended, by itself or because it was stopped. */
	ended: Promise<void>;
	hasEnded(): boolean;
	stop(): Promise<void>;
}

/** The first start makes all tables, which takes minutes on a busy machine. */
const PATIENCE_MS = 10 * 60_000;

const MAIN = { command: ['start'], ready: '/rest/settings' };
const HEALTH = '/healthz/readiness';
const WITHOUT_EDITOR = { command: ['start'], ready: HEALTH };
/** It runs so many executions at once. */
const WORKER = { command: ['worker', '--concurrency=5'], ready: HEALTH };

const kindOf = ({ worker, hasEditor = true }: LaunchOptions) =>
	worker ? WORKER : hasEditor ? MAIN : WITHOUT_EDITOR;

export async function launchN8n(options: LaunchOptions): Promise<RunningN8n> {
	const { runtime, userFolder, log } = options;
	const port = options.port ?? (await freePort());
	const brokerPort = await freePort();
	const url = `http://localhost:${port}`;
	const { command, ready: address } = kindOf(options);
	await mkdir(userFolder, { recursive: true });

	// A file and no pipe: should this process die, n8n would block on a pipe without a reader.
	const output = openSync(log, 'a', 0o600);
	const child = startChild(
		runtime.node,
		['--require', join(__dirname, 'end-with-parent.cjs'), runtime.n8n, ...command],
		{
			// n8n reads a file .env there.
			cwd: userFolder,
			env: {
				...inherited(),
				PATH: [dirname(runtime.node), process.env.PATH].join(delimiter),
				...settings(url, port, brokerPort, userFolder),
				...(options.hasEditor === false && { N8N_DISABLE_UI: 'true' }),
				...options.env,
			},
			stdio: ['ignore', output, output, 'ipc'],
		},
	);
	closeSync(output);
	const ended = outcomeOf(child).then(() => undefined);
	const stop = async (): Promise<void> => await endChild(child);

	try {
		await Promise.race([
			ready(url + address).catch(async () => {
				await failed(log, `n8n did not answer within ${PATIENCE_MS / 60_000} minutes.`);
			}),
			ended.then(async () => await failed(log, 'n8n ended while it started.')),
		]);
	} catch (error) {
		await stop();
		throw error;
	}
	const hasEnded = () => child.exitCode !== null || child.signalCode !== null;
	return { url, port, pid: child.pid ?? 0, ended, hasEnded, stop };
}

function settings(
	url: string,
	port: number,
	brokerPort: number,
	userFolder: string,
): Record<string, string> {
	return {
		N8N_USER_FOLDER: userFolder,
		N8N_HOST: 'localhost',
		N8N_LISTEN_ADDRESS: HOST,
		N8N_PORT: String(port),
		N8N_EDITOR_BASE_URL: url,
		WEBHOOK_URL: `${url}/`,
		// A worker's only port.
		QUEUE_HEALTH_CHECK_ACTIVE: 'true',
		QUEUE_HEALTH_CHECK_PORT: String(port),
		N8N_WORKER_SERVER_ADDRESS: HOST,
		N8N_RUNNERS_BROKER_PORT: String(brokerPort),
		// The browser talks plain HTTP to it.
		N8N_SECURE_COOKIE: 'false',
		N8N_DIAGNOSTICS_ENABLED: 'false',
		N8N_VERSION_NOTIFICATIONS_ENABLED: 'false',
		N8N_TEMPLATES_ENABLED: 'false',
		N8N_HIRING_BANNER_ENABLED: 'false',
		N8N_PERSONALIZATION_ENABLED: 'false',
		// The 1.x line asks for this before it offers community nodes to AI agents.
		N8N_COMMUNITY_PACKAGES_ALLOW_TOOL_USAGE: 'true',
	};
}

/** Settings of other instances, of npm and of a test runner would change what n8n does. */
function inherited(): NodeJS.ProcessEnv {
	const foreign =
		/^(?:n8n_|npm_|jest_|node_env$|node_options$|creator_intelligence_|db_|queue_|executions_|init_cwd$)/i;
	return Object.fromEntries(Object.entries(process.env).filter(([name]) => !foreign.test(name)));
}

async function ready(address: string): Promise<void> {
	const deadline = Date.now() + PATIENCE_MS;
	while (Date.now() < deadline) {
		if (await answers(address)) return;
		await sleep(250);
	}
	throw new Error('There was no answer');
}

/** While it starts, n8n answers with a page that says so. */
async function answers(address: string): Promise<boolean> {
	try {
		const { data } = await axios.get<unknown>(address, { timeout: 20_000, proxy: false });
		return typeof data === 'object' && data !== null && ('data' in data || 'status' in data);
	} catch {
		return false;
	}
}

async function failed(log: string, message: string): Promise<never> {
	const lines = (await readFile(log, 'utf8')).trim().split('\n');
	throw new Problem(message, [...lines.slice(-15), `See ${log}`].join('\n'));
}
