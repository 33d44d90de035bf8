import { randomUUID } from 'node:crypto';

import { startSandbox, type LogEntry, type Sandbox, type SandboxOptions } from '../../sandbox';
import type { Credential, N8nClient } from '../../scripts/n8n/client';
import { N8n } from './N8n';
import { type Ask, asker, createCredential, OURSELVES } from './service';

/** A name that no server knows: RFC 6761 keeps it free. */
export const UNKNOWN_HOST = 'http://service.invalid';
/** Of each request, in seconds. */
export const TIMEOUT_S = 5;
const JOB_MS = 2_000;
const LOG_CAPACITY = 200_000;
/** More than any experiment has runs. */
const ACCOUNTS = 1_000;

/** What one run has to work with: an account of its own at the service. */
export interface Stage {
	sandbox: Sandbox;
	token: string;
	credential: Credential;
	/** Where the nodes look for the service. */
	baseUrl: string;
	/** Of each request, in seconds. */
	timeout: number;
	/** Asks the service itself, past all faults. */
	ask: Ask;
}

/** The real n8n with the packed package, and a service with an account for each run. */
export class Harness {
	private constructor(
		readonly own: N8n,
		readonly sandbox: Sandbox,
		/** Changes when n8n starts again. */
		public n8n: N8nClient,
		private readonly tokens: string[],
		private readonly env?: Record<string, string>,
	) {}

	static async open(
		name: string,
		/** The environment of n8n, which may need the folder of its files. */
		env?: (folder: string) => Record<string, string>,
		options: SandboxOptions = {},
	): Promise<Harness> {
		const own = await N8n.install(name);
		const tokens = Array.from({ length: ACCOUNTS }, () => randomUUID());
		const sandbox = await startSandbox({
			tokens: Object.fromEntries(tokens.map((token) => [token, {}])),
			creators: 600,
			durations: { screening: JOB_MS, socialListening: JOB_MS },
			logCapacity: LOG_CAPACITY,
			...options,
		});
		const set = env?.(own.folder);
		return new Harness(own, sandbox, await own.start(set), tokens, set);
	}

	/** An account that is unused, with a credential for it. */
	async stage(timeout = TIMEOUT_S, baseUrl = this.sandbox.url): Promise<Stage> {
		const token = this.tokens.pop();
		if (token === undefined) throw new Error('There are no accounts left');
		const credential = await createCredential(this.n8n, { url: baseUrl, token }, token);
		const ask = asker({ url: this.sandbox.url, token });
		return { sandbox: this.sandbox, token, credential, baseUrl, timeout, ask };
	}

	/** What the nodes have sent for an account, after the request of this number. */
	requestsOf({ token }: Pick<Stage, 'token'>, after = 0): LogEntry[] {
		const isSent = ({ number, headers }: LogEntry) =>
			number > after && headers.authorization === token && !headers[OURSELVES];
		return this.sandbox.log.all().filter(isSent);
	}

	async restart(): Promise<void> {
		this.n8n = await this.own.start(this.env);
	}

	async close(): Promise<void> {
		await this.own.remove();
		await this.sandbox.close();
	}
}
