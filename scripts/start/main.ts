import { existsSync } from 'node:fs';

import axios from 'axios';

import { type Sandbox, startSandbox } from '../../sandbox';
import type { ScriptedModel } from '../../sandbox/model';
import { N8nClient } from '../n8n/client';
import { installRuntime } from '../n8n/install';
import { launchN8n, type RunningN8n } from '../n8n/launch';
import { explain, Problem } from '../n8n/problem';
import { duration, Progress } from '../n8n/progress';
import { currentVersion, Runtime } from '../n8n/runtime';
import { endChildren } from '../processes';
import { readOptions, type StartOptions, usage } from './options';
import { installPackage, rebuildOnChange } from './package';
import { startDemoModel } from '../../sandbox/demoModel';
import { detailsOf, reportFile } from './greeting';
import { choosePort } from './ports';
import { runPreview } from './preview';
import { logIn, seedCredentials, seedExamples, type Service } from './seed';
import { State } from './state';
import { askForToken, takeTokenFromEnvironment } from './token';

const N8N_PORT = 5678;
const SANDBOX_PORT = 4010;
const MODEL_PORT = 4011;
/** A demonstration should not take half a minute per background check. */
const SANDBOX_TIME_SCALE = 0.15;
/** That of the example which waits for a change. */
const MONITORED_PROFILE = 'https://loopclip.example/guyspencer.85';

let sandbox: Sandbox | undefined;
let model: ScriptedModel | undefined;

async function main(): Promise<void> {
	const options = readOptions(process.argv.slice(2));
	if (options === 'help') {
		console.log(usage);
		return;
	}
	const began = Date.now();
	const progress = new Progress();
	options.token ??= takeTokenFromEnvironment();
	const state = await State.open(options.baseUrl ? 'service' : 'sandbox', options.reset);
	if (options.baseUrl) await completeToken(options.baseUrl, options, state);

	const runtime = new Runtime(currentVersion);
	const port = await choosePort('n8n', options.port, state.saved.port ?? N8N_PORT, progress);
	const service = options.baseUrl
		? { name: 'Creator Intelligence', baseUrl: options.baseUrl, token: options.token }
		: await openSandbox(state, port, progress);
	state.save({ port });
	const [prepared] = await Promise.allSettled([
		prepareN8n(runtime, state, port, options.watch, progress),
		showPreview(state, progress),
	]);
	if (prepared.status === 'rejected') throw prepared.reason;
	const n8n = prepared.value;
	await progress.step('Preparing the examples', {}, async () => await seed(n8n, state, service));
	state.save({ serviceUrl: service.baseUrl });
	const took = duration((Date.now() - began) / 1000);
	console.log(`\n${detailsOf(state.folder, state.saved)}\n`);
	console.log(`  Ready after ${took}. Ctrl-C ends it; the next start keeps your work.\n`);

	if (options.watch) rebuildOnChange(state, progress);
	await n8n.ended;
	// A stop by Ctrl-C ends the process before this point is reached.
	throw new Problem('n8n has ended.', `See ${state.log}`);
}

async function completeToken(baseUrl: string, options: StartOptions, state: State): Promise<void> {
	const kept = state.saved.credentialId !== undefined && state.saved.serviceUrl === baseUrl;
	if (!options.token && !kept) options.token = await askForToken(baseUrl);
}

async function openSandbox(state: State, n8nPort: number, progress: Progress): Promise<Service> {
	const usual = state.saved.sandboxPort ?? SANDBOX_PORT;
	const port = await choosePort('the sandbox', undefined, usual, progress);
	const n8nUrl = `http://localhost:${n8nPort}`;
	sandbox = await startSandbox({
		port,
		timeScale: SANDBOX_TIME_SCALE,
		// Each poll of the example, every minute, finds a change.
		monitoringInterval: 50_000 / SANDBOX_TIME_SCALE,
		n8nUrl,
	});
	state.save({ sandboxPort: port });
	const { url, token } = sandbox;
	progress.note(`The sandbox answers at ${url}, with the token ${token}`);
	const monitoredId = await monitorProfile(sandbox);
	const modelUrl = await openModel(state, progress);
	const openApiUrl = '/openapi.json';
	return { name: 'Sandbox', baseUrl: url, token, openApiUrl, monitoredId, modelUrl };
}

/** Only with the sandbox: with a real service, the stand-in would spend money on its own. */
async function openModel(state: State, progress: Progress): Promise<string> {
	const usual = state.saved.modelPort ?? MODEL_PORT;
	const modelPort = await choosePort('the stand-in model', undefined, usual, progress);
	model = await startDemoModel(modelPort);
	state.save({ modelPort });
	return model.url;
}

/** The first job of a sandbox always has the same ID, so saved workflows continue to work. */
async function monitorProfile({ url, token }: Sandbox): Promise<string> {
	const { data } = await axios.post<{ screening_id: string }>(
		`${url}/screening/continuous-monitoring`,
		{ profile_url: MONITORED_PROFILE },
		{ headers: { authorization: token }, proxy: false },
	);
	return data.screening_id;
}

async function prepareN8n(
	runtime: Runtime,
	state: State,
	port: number,
	watch: boolean,
	progress: Progress,
): Promise<RunningN8n> {
	await installRuntime(runtime, progress);
	await installPackage(state, progress);
	const { userFolder, log } = state;
	// n8n then loads nodes again whose files have changed.
	const env: Record<string, string> = watch ? { N8N_DEV_RELOAD: 'true' } : {};
	return await progress.step(
		`Starting n8n ${runtime.version}`,
		{},
		async () => await launchN8n({ runtime, userFolder, log, port, env }),
	);
}

/** Once: a second start has n8n in the time that the preview takes. */
async function showPreview({ folder }: State, progress: Progress): Promise<void> {
	const file = reportFile(folder);
	if (!sandbox || existsSync(file)) return;
	try {
		await runPreview(sandbox, file, progress);
	} catch (error) {
		progress.note(`There is no preview: ${explain(error)}`);
	}
}

async function seed({ url }: RunningN8n, state: State, service: Service): Promise<void> {
	const client = new N8nClient(url);
	const isKnown = await logIn(client, state);
	state.save({ hasOtherLogin: !isKnown });
	if (!isKnown) return;
	const credentials = await seedCredentials(client, state, service);
	await seedExamples(client, state, credentials, service.monitoredId);
}

let ending = false;

async function end(code: number): Promise<void> {
	// A second Ctrl-C exits at once; the exit kills the remaining processes.
	if (ending) process.exit(code);
	ending = true;
	await Promise.all([endChildren(), sandbox?.close(), model?.close()]);
	process.exit(code);
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
	process.on(signal, () => {
		console.log('\nEnding n8n and the sandbox ...');
		void end(0);
	});
}

main().catch((error: unknown) => {
	// While it ends, everything under way fails, and that is as it should be.
	if (ending) return;
	console.error(`\n${explain(error)}`);
	void end(1);
});
