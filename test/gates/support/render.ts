import { cpSync, existsSync, mkdirSync, mkdtempSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';

import type { ICredentialType, INodeType, INodeTypeDescription } from 'n8n-workflow';
import { NodeConnectionTypes } from 'n8n-workflow';

import { testHome } from '../../support/home';
import type { Loaded } from '../../engine/package';
import { projectRoot } from '../../engine/package';
import { literal, Verbatim } from './literal';

const CONNECTION_NAMES = new Map<string, string>(
	Object.entries(NodeConnectionTypes).map(([name, value]) => [value, name]),
);

type Connections = INodeTypeDescription['inputs'] | INodeTypeDescription['outputs'];

/** n8n wants its constants, not their values, for the kinds of connections. */
function connections(given: Connections): unknown {
	if (!Array.isArray(given)) return given;
	const constant = (kind: string) =>
		new Verbatim(`NodeConnectionTypes.${CONNECTION_NAMES.get(kind) ?? kind}`);
	return given.map((connection) =>
		typeof connection === 'string'
			? constant(connection)
			: { ...connection, type: constant(connection.type) },
	);
}

/** The source of a node as it would be if its whole description had been written by hand. */
export function renderNode({ className, type }: Loaded<INodeType>): string {
	const { description } = type;
	const whole = {
		...description,
		inputs: connections(description.inputs),
		outputs: connections(description.outputs),
	};
	const body = literal(whole, '\t');
	return [
		"import type { INodeType, INodeTypeDescription } from 'n8n-workflow';",
		...(body.includes('NodeConnectionTypes')
			? ["import { NodeConnectionTypes } from 'n8n-workflow';"]
			: []),
		'',
		`export class ${className} implements INodeType {`,
		`\tdescription: INodeTypeDescription = ${body};`,
		'}',
		'',
	].join('\n');
}

const CREDENTIAL_FIELD_TYPES: Record<string, string> = {
	authenticate: 'IAuthenticateGeneric',
	icon: 'Icon',
	properties: 'INodeProperties[]',
	test: 'ICredentialTestRequest',
};

export function renderCredential({ className, type }: Loaded<ICredentialType>): string {
	const present = Object.entries(type).filter(([, value]) => value !== undefined);
	const fields = present.map(([name, value]) => {
		const fieldType = CREDENTIAL_FIELD_TYPES[name];
		return `\t${name}${fieldType ? `: ${fieldType}` : ''} = ${literal(value, '\t')};\n`;
	});
	const used = present.flatMap(([name]) => CREDENTIAL_FIELD_TYPES[name]?.replace('[]', '') ?? []);
	return [
		`import type { ${['ICredentialType', ...used].join(', ')} } from 'n8n-workflow';`,
		'',
		`export class ${className} implements ICredentialType {`,
		`${fields.join('\n')}}`,
		'',
	].join('\n');
}

export interface RenderedPackage {
	nodes: Array<Loaded<INodeType>>;
	credentials: Array<Loaded<ICredentialType>>;
}

/** Writes a package whose nodes and credentials are literals, and returns its folder. */
export function writeRenderedPackage({ nodes, credentials }: RenderedPackage): string {
	const folder = mkdtempSync(join(testHome(), 'rendered-'));
	const write = (file: string, source: string) => {
		const target = join(folder, relative(projectRoot, file));
		mkdirSync(dirname(target), { recursive: true });
		writeFileSync(target, source);
	};
	for (const node of nodes) {
		write(node.file, renderNode(node));
		const codex = node.file.replace(/\.ts$/, '.json');
		if (existsSync(codex)) cpSync(codex, join(folder, relative(projectRoot, codex)));
	}
	for (const credential of credentials) write(credential.file, renderCredential(credential));

	for (const file of ['package.json', 'tsconfig.json', 'icons']) {
		cpSync(join(projectRoot, file), join(folder, file), { recursive: true });
	}
	// Imports are resolved as in the project.
	symlinkSync(join(projectRoot, 'node_modules'), join(folder, 'node_modules'));
	return folder;
}
