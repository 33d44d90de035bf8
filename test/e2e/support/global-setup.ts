import { explain } from '../../../scripts/n8n/problem';
import { Progress } from '../../../scripts/n8n/progress';
import { Runtime } from '../../../scripts/n8n/runtime';
import { Cluster, WORKERS } from '../../../verify/harness/Cluster';
import { chosenLine, owner } from '../../../verify/harness/login';
import { N8n } from '../../../verify/harness/N8n';
import { chosenSettings } from '../../../verify/harness/settings';
import { INSTANCE_VARIABLE, publishInstance } from './instance';

/** The real n8n with the packed package, in a user folder of its own. */
export default async function globalSetup(): Promise<void> {
	if (process.env[INSTANCE_VARIABLE]) return;
	try {
		const { mode } = chosenSettings();
		const { url, workerLogs } = mode === 'queue' ? await startCluster() : await startOne();
		const { line, version } = new Runtime(chosenLine());
		publishInstance({ line, version, url, login: owner, workerLogs });
	} catch (error) {
		// Jest would show the stack of a message that is meant for people.
		throw new Error(explain(error));
	}
}

interface Started {
	url: string;
	workerLogs: string[];
}

async function startOne(): Promise<Started> {
	const n8n = await N8n.install('e2e');
	globalThis.e2eRunning = { stop: async () => await n8n.remove() };
	const { url } = await new Progress().step('Starting n8n', {}, async () => await n8n.start());
	return { url, workerLogs: [] };
}

async function startCluster(): Promise<Started> {
	const cluster = await Cluster.open();
	globalThis.e2eRunning = { stop: async () => await cluster.close() };
	const { url } = await cluster.launchAll();
	return { url, workerLogs: WORKERS.map((name) => cluster.process(name).logFile) };
}
