import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';

import { lock } from 'proper-lockfile';

import type { Login } from '../n8n/client';
import { repositoryRoot } from '../n8n/paths';
import { errorCode, Problem } from '../n8n/problem';
import { type Access, detailsOf } from './greeting';

interface Saved extends Access {
	/** Tells whether the package has to be built again. */
	packed?: string;
	credentialId?: string;
	modelCredentialId?: string;
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
		const saved = readSaved(folder) ?? { login: newLogin(), examples: [] };
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

function readSaved(folder: string): Saved | undefined {
	const file = fileOf(folder);
	return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Saved) : undefined;
}

/** Two instances of n8n on one database would harm it. */
async function claim(folder: string): Promise<void> {
	try {
		await lock(folder, { lockfilePath: `${folder}.lock`, stale: 30_000 });
	} catch (error) {
		if (errorCode(error) !== 'ELOCKED') throw error;
		const saved = readSaved(folder);
		throw new Problem(
			'It runs already, started in this folder.',
			[
				...(saved ? [`\n${detailsOf(folder, saved)}\n`] : []),
				'End it there with Ctrl-C. If it was killed a moment ago, try again in half a minute.',
			].join('\n'),
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
