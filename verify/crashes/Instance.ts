import { cp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { N8nClient } from '../../scripts/n8n/client';
import { packageName } from '../../scripts/n8n/paths';
import { freePort } from '../../scripts/n8n/ports';
import type { N8nVersion } from '../../scripts/n8n/runtime';
import { owner } from '../harness/login';
import { N8n } from '../harness/N8n';
import { until } from '../harness/time';
import { TRIGGER } from '../harness/trigger';

/** What n8n would leave behind at one moment. */
export interface Recorded {
	/** Such as `sent GET /screening/1` or `before UPDATE workflow_entity`. */
	moment: string;
	/** Moments with the same image leave the same files behind. */
	image: string;
}

/** Parts of n8n that have no business with polls and executions. */
const DISPENSABLE =
	'insights external-secrets mcp chat-hub provisioning breaking-changes source-control sso-oidc sso-saml ldap token-exchange log-streaming otel quick-connect favorites n8n-packages mcp-registry workflow-reviews workflow-builder instance-ai agents'.split(
		' ',
	);
/** The older line has only so many of these. */
const OLDER: Partial<Record<N8nVersion, number>> = { '1.123': 6 };

/** Without what takes time to start and has no part in a poll. */
const lean = ({ installation: { folder, runtime } }: N8n): Record<string, string> => ({
	NODE_COMPILE_CACHE: join(folder, 'compiled'),
	NODES_INCLUDE: JSON.stringify([`${packageName}.${TRIGGER}`]),
	N8N_PUBLIC_API_DISABLED: 'true',
	// Starts no process for the Code node, as that is to come from elsewhere.
	N8N_RUNNERS_MODE: 'external',
	N8N_RUNNERS_AUTH_TOKEN: 'unused',
	N8N_DISABLED_MODULES: DISPENSABLE.slice(0, OLDER[runtime.line]).join(),
});

/** n8n with the package and an owner, to be copied. */
export async function prepare(): Promise<N8n> {
	const prepared = await N8n.install('crashes');
	await prepared.start(lean(prepared));
	await prepared.stop();
	return prepared;
}

/** A copy of the prepared n8n whose polls are counted, and whose moments can be recorded. */
export class Instance {
	/** A session lasts: n8n comes back at the same address, with the same key. */
	readonly client: N8nClient;
	private readonly n8n: N8n;

	private constructor(
		{ installation }: N8n,
		private readonly folder: string,
		port: number,
		private readonly env: Record<string, string>,
	) {
		this.n8n = new N8n(installation, userFolderIn(folder), port, { hasEditor: false });
		this.client = new N8nClient(`http://localhost:${port}`);
	}

	/** `service` is the host and port of the service, whose requests count as moments. */
	static async copy(prepared: N8n, name: string, service: string): Promise<Instance> {
		const folder = join(prepared.folder, name);
		await cp(prepared.userFolder, userFolderIn(folder), { recursive: true });
		return new Instance(prepared, folder, await freePort(), {
			...lean(prepared),
			NODE_OPTIONS: `--require ${join(__dirname, 'observer.cjs')}`,
			CRASH_FOLDER: folder,
			CRASH_SERVICE: service,
			// So often n8n looks for a workflow that it was about to activate when it died, and so long it
			// takes it to be in the hands of another process.
			N8N_WORKFLOW_PUBLICATION_OUTBOX_POLL_INTERVAL_MS: '1000',
			N8N_WORKFLOW_PUBLICATION_OUTBOX_LEASE_SECONDS: '20',
		});
	}

	async start(): Promise<void> {
		await rm(this.pollsFile, { force: true });
		await this.n8n.launch(this.env);
		await until(async () => await isLoggedIn(this.client));
	}

	async kill(): Promise<void> {
		await this.n8n.kill();
	}

	/** How many polls of the trigger have ended since n8n started. */
	async polls(): Promise<number> {
		const text = await readFile(this.pollsFile, 'utf8').catch(() => '');
		return text.length;
	}

	/** Recording begins when n8n sends this request. */
	async record(first: string): Promise<void> {
		await writeFile(join(this.folder, 'arm'), first);
	}

	/** Kills n8n; returns what it would have left behind at each moment until then. */
	async recorded(): Promise<Recorded[]> {
		const end = join(this.folder, 'end');
		await writeFile(end, '');
		await this.n8n.ended();
		await Promise.all([end, join(this.folder, 'arm')].map(async (file) => await rm(file)));
		const text = await readFile(join(this.folder, 'moments'), 'utf8');
		const lines = text.split('\n').filter((line) => line !== '');
		return lines.map((line) => JSON.parse(line) as Recorded);
	}

	/** Leaves n8n's files as they were at a moment. */
	async restore(image: string): Promise<void> {
		for (const name of await this.files()) await rm(join(this.home, name));
		await cp(join(this.folder, 'images', image), this.home, { recursive: true });
	}

	/** Whether n8n has left behind just what the image holds. */
	async isAsIn(image: string): Promise<boolean> {
		const from = join(this.folder, 'images', image);
		const names = (await this.files()).filter((name) => !name.endsWith('-shm'));
		if (names.sort().join() !== (await readdir(from)).sort().join()) return false;
		const same = names.map(async (name) => {
			const [left, held] = await Promise.all(
				[this.home, from].map((in_) => readFile(join(in_, name))),
			);
			return left.equals(held);
		});
		return (await Promise.all(same)).every(Boolean);
	}

	private async files(): Promise<string[]> {
		const entries = await readdir(this.home, { withFileTypes: true });
		return entries.filter((entry) => entry.isFile()).map(({ name }) => name);
	}

	private get pollsFile(): string {
		return join(this.folder, 'polls');
	}

	private get home(): string {
		return join(this.n8n.userFolder, '.n8n');
	}
}

const userFolderIn = (folder: string): string => join(folder, 'user');

/** While it starts, n8n refuses requests, or answers them with a page that says so. */
async function isLoggedIn(client: N8nClient): Promise<boolean> {
	const isIn = async () => Array.isArray(await client.workflows());
	const logIn = async () => {
		await client.logIn(owner);
		return await isIn();
	};
	return await isIn()
		.catch(logIn)
		.catch(() => false);
}
