import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { randomUUID } from 'node:crypto';

import type { IDataObject } from 'n8n-workflow';

import { startSandbox, type LogEntry, type Sandbox, type SandboxOptions } from '../sandbox';
import type { N8nClient } from '../scripts/n8n/client';
import { OwnN8n } from '../test/e2e/support/ownN8n';
import { CREDENTIAL_TYPE } from '../test/e2e/support/service';
import { TIMEOUT_S } from './faults';
import type { Stage } from './operations';

/** Marks requests that no node has sent. */
const OURSELVES = 'x-asked-by';
/** A name that no server knows: RFC 6761 keeps it free. */
export const UNKNOWN_HOST = 'http://service.invalid';
const JOB_MS = 2_000;
const LOG_CAPACITY = 200_000;

/** Asks the service itself, as an account. */
export function asker(url: string, token: string): Stage['ask'] {
	return async (path, body) => {
		const answer = await fetch(url + path, {
			method: body ? 'POST' : 'GET',
			headers: {
				authorization: token,
				[OURSELVES]: 'judge',
				...(body && { 'content-type': 'application/json' }),
			},
			...(body && { body: JSON.stringify(body) }),
		});
		return (await answer.json()) as IDataObject;
	};
}

/** The real n8n with the packed package, and a service with an account for each cell. */
export class TestBed {
	private constructor(
		readonly own: OwnN8n,
		readonly sandbox: Sandbox,
		/** Changes when n8n starts again. */
		public n8n: N8nClient,
		private readonly tokens: string[],
	) {}

	static async open(
		accounts: number,
		env?: Record<string, string>,
		options: SandboxOptions = {},
	): Promise<TestBed> {
		const own = await OwnN8n.install('faults');
		const tokens = Array.from({ length: accounts }, () => randomUUID());
		const sandbox = await startSandbox({
			tokens: Object.fromEntries(tokens.map((token) => [token, {}])),
			creators: 600,
			durations: { screening: JOB_MS, socialListening: JOB_MS },
			logCapacity: LOG_CAPACITY,
			...options,
		});
		return new TestBed(own, sandbox, await own.start(env), tokens);
	}

	/** An account that nobody has used, with a credential for it. */
	async stage(timeout = TIMEOUT_S, baseUrl = this.sandbox.url): Promise<Stage> {
		const token = this.tokens.pop();
		if (token === undefined) throw new Error('There are no accounts left');
		const credential = await this.n8n.createCredential({
			name: token,
			type: CREDENTIAL_TYPE,
			data: { baseUrl, apiToken: token },
		});
		const ask = asker(this.sandbox.url, token);
		return { sandbox: this.sandbox, token, credential, baseUrl, timeout, ask };
	}

	/** What the nodes have sent for an account. */
	requestsOf({ token }: Pick<Stage, 'token'>): LogEntry[] {
		return this.sandbox.log
			.all()
			.filter(({ headers }) => headers.authorization === token && !headers[OURSELVES]);
	}

	async restart(env?: Record<string, string>): Promise<void> {
		this.n8n = await this.own.start(env);
	}

	get logFile(): string {
		return join(this.own.folder, 'n8n.log');
	}

	/** Answers a function that tells what n8n has written to its log since. */
	async followLog(): Promise<() => Promise<string>> {
		const { size } = await stat(this.logFile);
		return async () => (await readFile(this.logFile)).subarray(size).toString();
	}

	async close(): Promise<void> {
		await this.own.remove();
		await this.sandbox.close();
	}
}
