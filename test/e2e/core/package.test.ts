import type { INodeTypeDescription } from 'n8n-workflow';

import { packageName } from '../../../scripts/n8n/paths';
import type { N8nClient } from '../../../scripts/n8n/client';
import { packageJson } from '../../engine/package';
import { connect } from '../support/instance';

const AREAS = [
	'commentsRelevance',
	'contentAndComments',
	'creatorSearch',
	'purchaseIntent',
	'socialBackgroundCheck',
	'socialListening',
];

let n8n: N8nClient;
let types: INodeTypeDescription[];

beforeAll(async () => {
	n8n = await connect();
	types = (await n8n.nodeTypes()).filter(({ name }) => name.startsWith(`${packageName}.`));
});

const find = (name: string) => types.find((type) => type.name === `${packageName}.${name}`);

it('loads every node that the package lists, and offers the areas to AI agents', () => {
	const own = types.filter(({ name }) => !name.endsWith('Tool'));
	expect(own).toHaveLength(packageJson.n8n.nodes.length);
	for (const name of AREAS) {
		expect(own.map((each) => each.name)).toContain(`${packageName}.${name}`);
		const tool = find(`${name}Tool`);
		expect(tool?.outputs).toEqual(['ai_tool']);
		expect(tool?.properties.map((property) => property.name)).toContain('toolDescription');
	}
});

it('offers the credential', async () => {
	const credential = (await n8n.credentialTypes()).find(
		({ name }) => name === 'creatorIntelligenceApi',
	);
	expect(credential?.supportedNodes?.sort()).toEqual(
		expect.arrayContaining(AREAS.map((name) => expect.stringContaining(name))),
	);
});
