import { type Login, N8nClient } from '../../../scripts/n8n/client';
import { currentVersion, type N8nVersion } from '../../../scripts/n8n/runtime';
import { chosenLine } from '../../../verify/harness/login';

/** Whoever works on the tests can set it to use an n8n that runs already. */
export const INSTANCE_VARIABLE = 'E2E_N8N_INSTANCE';

/** A few things are those of the current line: how panels look, and what n8n's own nodes can do. */
export const isCurrentLine = (): boolean => chosenLine() === currentVersion;

export interface Instance {
	line: N8nVersion;
	version: string;
	url: string;
	login: Login;
	/** In queue mode, where each worker writes what it does. */
	workerLogs: string[];
}

/** What the setup leaves for the end of the tests. */
export interface Running {
	stop(): Promise<void>;
}

declare global {
	var e2eRunning: Running | undefined;
}

/** Test files run in contexts of their own: they share the environment and nothing else. */
export function publishInstance(instance: Instance): void {
	process.env[INSTANCE_VARIABLE] = JSON.stringify(instance);
}

export function instance(): Instance {
	const text = process.env[INSTANCE_VARIABLE];
	if (!text) throw new Error('n8n does not run: the global setup has not run');
	return JSON.parse(text) as Instance;
}

/** A client that is logged in. */
export async function connect(): Promise<N8nClient> {
	const { url, login } = instance();
	const client = new N8nClient(url);
	await client.logIn(login);
	return client;
}
