import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';

import { lock } from 'proper-lockfile';

import type { Login } from '../n8n/client';
import { repositoryRoot } from '../n8n/paths';
import { errorCode, Problem } from '../n8n/problem';

interface Saved {
	login: Login;
	/** Where n8n and the sandbox were last: bookmarks and saved credentials go on working. */
	port?: number;
	sandboxPort?: number;
	/** Tells whether the package has to be built again. */
	packed?: string;
	credentialId?: string;
	/** The address that the credential was made for. */
	serviceUrl?: string;
	/** Files that were imported once; what the user made of them since is the user's. */
	examples: string[];
}

/** Names another folder for all of it. */
export const FOLDER_VARIABLE = 'CREATOR_INTELLIGENCE_DEMO_FOLDER';

/**
 * What stays between two starts, in a folder of the checkout that git ignores. The sandbox and a
 * real service have an n8n each, so that neither's workflows ever talk to the other.
 */
export class State {
	private readonly file: string;

	private constructor(
		readonly folder: string,
		readonly saved: Saved,
	) {
		this.file = fileOf(folder);
	}

	static async open(kind: 'sandbox' | 'service', reset: boolean): Promise<State> {
		const folder = join(process.env[FOLDER_VARIABLE] ?? join(repositoryRoot, '.demo'), kind);
		await mkdir(folder, { recursive: true, mode: 0o700 });
		await claim(folder);
		if (reset) await empty(folder);
		const saved = existsSync(fileOf(folder))
			? (JSON.parse(readFileSync(fileOf(folder), 'utf8')) as Saved)
			: { login: newLogin(), examples: [] };
		const state = new State(folder, saved);
		state.save({});
		return state;
	}

	get userFolder(): string {
		return join(this.folder, 'n8n');
	}

	get log(): string {
		return join(this.folder, 'n8n.log');
	}

	save(changes: Partial<Saved>): void {
		Object.assign(this.saved, changes);
		writeFileSync(this.file, JSON.stringify(this.saved, null, 2), { mode: 0o600 });
	}
}

const fileOf = (folder: string): string => join(folder, 'state.json');

/** Two instances of n8n on one database would harm it. */
async function claim(folder: string): Promise<void> {
	try {
		await lock(folder, { lockfilePath: `${folder}.lock`, stale: 30_000 });
	} catch (error) {
		if (errorCode(error) !== 'ELOCKED') throw error;
		throw new Problem(
			'It runs already, started in this folder.',
			'End it there with Ctrl-C. If it was killed a moment ago, try again in half a minute.',
		);
	}
}

async function empty(folder: string): Promise<void> {
	await rm(folder, { recursive: true, force: true });
	await mkdir(folder, { recursive: true, mode: 0o700 });
}

/** n8n wants a digit and a capital letter. */
function newLogin(): Login {
	return { email: 'demo@example.com', password: `Demo-${randomBytes(6).toString('hex')}-1` };
}
