import { type Sandbox, startSandbox } from '../../sandbox';
import { N8nClient } from '../n8n/client';
import { installRuntime } from '../n8n/install';
import { launchN8n, type RunningN8n } from '../n8n/launch';
import { explain, Problem } from '../n8n/problem';
import { duration, Progress } from '../n8n/progress';
import { currentLine, Runtime } from '../n8n/runtime';
import { endChildren } from '../processes';
import { readOptions, type StartOptions, usage } from './options';
import { installPackage } from './package';
import { beginning } from './beginning';
import { choosePort } from './ports';
import { logIn, seedCredential, seedExamples, type Service } from './seed';
import { State } from './state';
import { askForToken, takeTokenFromEnvironment } from './token';

const N8N_PORT = 5678;
const SANDBOX_PORT = 4010;
/** A demonstration should not take half a minute per background check. */
const SANDBOX_TIME_SCALE = 0.3;

let sandbox: Sandbox | undefined;

async function main(): Promise<void> {
	const options = readOptions(process.argv.slice(2));
	if (options === 'help') {
		console.log(usage);
		return;
	}
	const began = beginning();
	const progress = new Progress();
	options.token ??= takeTokenFromEnvironment();
	const state = await State.open(options.baseUrl ? 'service' : 'sandbox', options.reset);
	if (options.baseUrl) await completeToken(options.baseUrl, options, state);

	const runtime = new Runtime(currentLine);
	const port = await choosePort('n8n', options.port, state.saved.port ?? N8N_PORT, progress);
	await installRuntime(runtime, progress);
	await installPackage(state, progress);
	const service = options.baseUrl
		? { name: 'Creator Intelligence', baseUrl: options.baseUrl, token: options.token }
		: await openSandbox(state, progress);
	const n8n = await startN8n(runtime, state, port, progress);
	const seeded = await progress.step('Preparing the examples', { estimate: 3 }, async () => {
		return await seed(n8n, state, service);
	});
	state.save({ serviceUrl: service.baseUrl });
	console.log(greeting(n8n, state, service, seeded, Date.now() - began));

	await n8n.ended;
	// A stop by Ctrl-C ends the process before this point is reached.
	throw new Problem('n8n has ended.', `See ${state.log}`);
}

async function completeToken(baseUrl: string, options: StartOptions, state: State): Promise<void> {
	const kept = state.saved.credentialId !== undefined && state.saved.serviceUrl === baseUrl;
	if (!options.token && !kept) options.token = await askForToken(baseUrl);
}

async function openSandbox(state: State, progress: Progress): Promise<Service> {
	const usual = state.saved.sandboxPort ?? SANDBOX_PORT;
	const port = await choosePort('the sandbox', undefined, usual, progress);
	sandbox = await startSandbox({ port, timeScale: SANDBOX_TIME_SCALE });
	state.save({ sandboxPort: port });
	return {
		name: 'Sandbox',
		baseUrl: sandbox.url,
		token: sandbox.token,
		openApiUrl: '/openapi.json',
	};
}

async function startN8n(
	runtime: Runtime,
	state: State,
	port: number,
	progress: Progress,
): Promise<RunningN8n> {
	const { userFolder, log } = state;
	const first = state.saved.credentialId === undefined;
	const n8n = await progress.step(
		`Starting n8n ${runtime.version}`,
		{ estimate: first ? 25 : 10 },
		async () => await launchN8n({ runtime, userFolder, log, port }),
	);
	state.save({ port });
	return n8n;
}

async function seed({ url }: RunningN8n, state: State, service: Service): Promise<boolean> {
	const client = new N8nClient(url);
	if (!(await logIn(client, state))) return false;
	const credential = await seedCredential(client, state, service);
	await seedExamples(client, state, credential);
	return true;
}

function greeting(
	{ url }: RunningN8n,
	{ saved, folder }: State,
	{ baseUrl }: Service,
	seeded: boolean,
	took: number,
): string {
	const { email, password } = saved.login;
	const lines = [
		`Open      ${url}/home/workflows`,
		seeded ? `E-mail    ${email}` : 'Log in with the account that you made of the first one.',
		...(seeded ? [`Password  ${password}`] : []),
		'',
		sandbox ? `Sandbox   ${sandbox.origin}/  (its requests and jobs)` : `Service   ${baseUrl}`,
		`Data      ${folder}`,
		'',
		`Ready after ${duration(took / 1000)}. Ctrl-C ends it; the next start keeps your work.`,
	];
	return `\n${lines.map((line) => `  ${line}`.trimEnd()).join('\n')}\n`;
}

let ending = false;

async function end(code: number): Promise<void> {
	// Whoever asks twice does not want to wait; the exit kills what is left.
	if (ending) process.exit(code);
	ending = true;
	await Promise.all([endChildren(), sandbox?.close()]);
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
