import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

import type { ICredentialType, INodeType } from 'n8n-workflow';

export const projectRoot = resolve(__dirname, '../..');

interface PackageJson {
	name: string;
	version: string;
	scripts: Record<string, string>;
	dependencies?: Record<string, string>;
	n8n: { nodes: string[]; credentials: string[] };
}

export const packageJson = JSON.parse(
	readFileSync(join(projectRoot, 'package.json'), 'utf8'),
) as PackageJson;

/** The TypeScript file that a published file is compiled from. */
export function sourceOf(published: string): string {
	return join(projectRoot, published.replace(/^dist\//, '').replace(/\.js$/, '.ts'));
}

/** n8n's rule: the class has the name of the file up to its first dot. */
export function classNameOf(file: string): string {
	const name = file.split('/').pop() ?? '';
	return name.slice(0, name.indexOf('.'));
}

async function instantiate<T>(file: string): Promise<T> {
	const module = (await import(file)) as Record<string, (new () => T) | undefined>;
	const Exported = module[classNameOf(file)];
	if (!Exported) throw new Error(`${file} does not export a class ${classNameOf(file)}`);
	return new Exported();
}

export interface Loaded<T> {
	file: string;
	className: string;
	type: T;
}

async function loadListed<T>(published: string[]): Promise<Array<Loaded<T>>> {
	return await Promise.all(
		published.map(sourceOf).map(async (file) => ({
			file,
			className: classNameOf(file),
			type: await instantiate<T>(file),
		})),
	);
}

/** The node types that package.json lists, from their source. */
export async function loadNodeSources(): Promise<Array<Loaded<INodeType>>> {
	return await loadListed<INodeType>(packageJson.n8n.nodes);
}

/** The credential types that package.json lists, from their source. */
export async function loadCredentialSources(): Promise<Array<Loaded<ICredentialType>>> {
	return await loadListed<ICredentialType>(packageJson.n8n.credentials);
}
