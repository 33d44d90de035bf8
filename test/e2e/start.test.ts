import type { ChildProcess } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import axios from 'axios';

import { DEFAULT_TOKEN, startSandbox } from '../../sandbox';
import { N8nClient } from '../../scripts/n8n/client';
import { repositoryRoot } from '../../scripts/n8n/paths';
import { type Outcome, outcomeOf, run, startChild } from '../../scripts/processes';
import { FOLDER_VARIABLE } from '../../scripts/start/state';
import { items } from '../../verify/harness/workflow';

const MINUTE = 60_000;

let folder: string;

beforeAll(async () => {
	folder = await mkdtemp(join(tmpdir(), 'creator-intelligence-start-'));
});

afterAll(async () => await rm(folder, { recursive: true, force: true }));

interface Demo {
	child: ChildProcess;
	ended: Promise<Outcome>;
}

function npmStart(...args: string[]): Demo {
	const child = startChild(
		process.execPath,
		['--import', 'tsx', 'scripts/start/main.ts', ...args],
		{
			cwd: repositoryRoot,
			env: { ...process.env, [FOLDER_VARIABLE]: folder, NODE_ENV: undefined },
			stdio: ['ignore', 'pipe', 'pipe'],
		},
	);
	return { child, ended: outcomeOf(child) };
}

interface Greeting {
	url: string;
	email: string;
	password: string;
}

async function greeting({ child, ended }: Demo): Promise<Greeting> {
	let output = '';
	child.stdout?.on('data', (text: string) => (output += text));
	while (!output.includes('Ready after')) {
		if (child.exitCode !== null) throw new Error((await ended).output);
		await sleep(100);
	}
	const value = (label: string) => new RegExp(`${label}\\s+(\\S+)`).exec(output)?.[1] ?? '';
	const { origin, pathname } = new URL(value('Open'));
	// Straight to the list with the examples.
	expect(pathname).toBe('/home/workflows');
	return { url: origin, email: value('Email'), password: value('Password') };
}

async function end({ child, ended }: Demo): Promise<Outcome> {
	child.kill('SIGINT');
	return await ended;
}

it(
	'starts n8n with the credential and the examples, ends at Ctrl-C, and starts over with --reset',
	async () => {
		const first = npmStart();
		const { url, email, password } = await greeting(first);
		const n8n = new N8nClient(url);
		await n8n.logIn({ email, password });
		const credentials = await n8n.credentials();
		expect(credentials.map(({ name }) => name).sort()).toEqual(['Sandbox', 'Stand-in model']);
		const credential = credentials.find(({ name }) => name === 'Sandbox');
		const workflows = await n8n.workflows();
		expect(workflows).toHaveLength(12);

		// The sandbox changes the screening that this one waits for.
		expect(workflows.filter(({ active }) => active).map(({ name }) => name)).toEqual([
			'Message when a monitored profile changes',
		]);
		const report = await readFile(join(folder, 'sandbox/shortlist.html'), 'utf8');
		expect(report).toMatch(/<h1[^>]*>Shortlist/);

		const example = workflows.find(({ name }) => name.startsWith('Creators with analytics'));
		const workflow = await n8n.readWorkflow(example?.id ?? '');
		expect(workflow.nodes.map(({ credentials }) => credentials)).toContainEqual({
			creatorIntelligenceApi: { id: credential?.id, name: credential?.name },
		});

		const agent = workflows.find(({ name }) => name.startsWith('AI agent'));
		const { id = '', versionId } = agent ?? {};
		const chat = 'When a question arrives';
		const pinData = { [chat]: [{ json: { chatInput: 'Find two and check one', sessionId: '1' } }] };
		await n8n.patch(`/workflows/${id}`, { pinData, versionId });
		const answered = await n8n.waitFor(await n8n.run(await n8n.readWorkflow(id), chat));
		const [{ output }] = items(answered, 'Answer with the tools');
		expect(output).toContain('the risk rating is');

		// A second one in the same folder would harm the first one's database.
		const twin = await npmStart().ended;
		expect(twin.code).toBe(1);
		expect(twin.output).toContain('It runs already');
		for (const known of [url, email, password, DEFAULT_TOKEN]) expect(twin.output).toContain(known);

		expect((await end(first)).code).toBe(0);
		await expect(axios.get(url)).rejects.toThrow();
		expect(await readFile(join(folder, 'sandbox/state.json'), 'utf8')).not.toContain(DEFAULT_TOKEN);

		const second = npmStart('--reset');
		const after = await greeting(second);
		expect(after.password).not.toBe(password);
		await new N8nClient(after.url).logIn(after);
		await end(second);
	},
	30 * MINUTE,
);

it(
	'accepts a real service, stores its token in n8n only, and keeps the work',
	async () => {
		const token = 'token-of-a-real-service';
		const service = await startSandbox({ token, creators: 300 });
		const first = npmStart('--base-url', service.url, '--token', token);
		const before = await greeting(first);
		const n8n = new N8nClient(before.url);
		await n8n.logIn(before);
		const works = async () => {
			const [credential] = await n8n.credentials();
			const { data } = await n8n.readCredential(credential.id);
			service.log.clear();
			const { status } = await n8n.testCredential({ ...credential, data });
			expect(status).toBe('OK');
			expect(service.log.last()?.headers.authorization).toBe(token);
		};
		await works();
		const [{ id }] = await n8n.workflows();
		await n8n.post(`/workflows/${id}/archive`, {});
		await end(first);
		const { stdout } = await run('grep', ['-rl', token, folder]);
		expect(stdout).toBe('');

		// The token is in n8n, so start does not ask again.
		const second = npmStart('--base-url', service.url);
		expect(await greeting(second)).toEqual(before);
		await n8n.logIn(before);
		await works();
		expect(await n8n.readWorkflow(id)).toEqual(expect.objectContaining({ isArchived: true }));
		await end(second);
		await service.close();
	},
	30 * MINUTE,
);

it('says what is wrong, without a stack', async () => {
	const { code, output } = await npmStart('--token', 'secret').ended;
	expect(code).toBe(1);
	expect(output).toContain('--token needs --base-url');
	expect(output).not.toContain('    at ');
});
