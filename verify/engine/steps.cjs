// Runs steps on n8n's second engine, through the adapter for the nodes of today. It runs in the
// folder of an installed n8n, so that all of n8n is the same copy; the steps come as JSON, and what
// they resulted in goes to standard output as JSON.
const { readFileSync } = require('node:fs');
const { createRequire } = require('node:module');
const { join } = require('node:path');

const requireOfN8n = createRequire(join(process.cwd(), 'package.json'));
const { Container } = requireOfN8n('@n8n/di');
const { V1StepExecutor, V1WorkflowConverter } = requireOfN8n('@n8n/node-engine-compatibility');
const { BinaryDataService } = requireOfN8n('n8n-core');
const { Expression, ICredentialsHelper } = requireOfN8n('n8n-workflow');

const { folder, baseUrl, apiToken, steps } = JSON.parse(readFileSync(0, 'utf8'));
const { name: packageName, n8n } = require(join(folder, 'package.json'));

const load = (path) => {
	const [exported] = Object.values(require(join(folder, path)));
	return new exported();
};
const nodes = new Map(n8n.nodes.map(load).map((node) => [node.description.name, node]));
const typeOf = (name) => nodes.get(name.replace(`${packageName}.`, ''));

class Credentials extends ICredentialsHelper {
	getParentTypes() {
		return [];
	}
	isCredentialUsableByNode() {
		return true;
	}
	async getDecrypted() {
		return { baseUrl, apiToken };
	}
	async preAuthentication() {
		return undefined;
	}
	async authenticate(credentials, type, options) {
		return { ...options, headers: { ...options.headers, Authorization: credentials.apiToken } };
	}
}

const ADDRESSES = ['restApiUrl', 'formWaitingBaseUrl', 'webhookWaitingBaseUrl'];
const additionalData = {
	credentialsHelper: new Credentials(),
	variables: {},
	executionId: '1',
	...Object.fromEntries(ADDRESSES.map((name) => [name, 'http://localhost:5678/'])),
};

async function run({ node: type, parameters, items = [{ json: {} }], settings = {} }) {
	const common = { typeVersion: 1, position: [0, 0] };
	const trigger = { ...common, id: 't', name: 'Trigger', type: 'n8n-nodes-base.manualTrigger' };
	const own = { ...common, id: 'n', name: 'Node', type: `${packageName}.${type}`, parameters };
	const credentials = { creatorIntelligenceApi: { id: '1', name: 'Sandbox' } };
	const graph = new V1WorkflowConverter().convert({
		id: 'w',
		name: 'Steps',
		nodes: [
			{ ...trigger, parameters: {} },
			{ ...own, ...settings, credentials },
		],
		connections: { Trigger: { main: [[{ node: 'Node', type: 'main', index: 0 }]] } },
	});
	const executor = new V1StepExecutor({
		nodeTypes: { getByName: typeOf, getByNameAndVersion: typeOf, getKnownTypes: () => ({}) },
		additionalDataFactory: async () => additionalData,
		loadStepData: async () => ({ graph, outputsByNode: { t: { 0: [items] } } }),
	});
	const callerContext = { hostMode: 'manual' };
	const context = { executionId: '1', stepId: 's', workflowId: 'w', mode: 'manual', iteration: 0 };
	const node = graph.nodes.find(({ id }) => id === 'n');
	try {
		const { outputs } = await executor.execute({
			node,
			inputs: [items],
			context: { ...context, callerContext },
		});
		return { outputs };
	} catch (error) {
		return { error: error.message };
	}
}

async function main() {
	const options = { poolSize: 1, maxCodeCacheSize: 100, bridgeTimeout: 5_000 };
	await Expression.initExpressionEngine({ engine: 'quickjs', bridgeMemoryLimit: 128, ...options });
	await Container.get(BinaryDataService).init();
	const results = [];
	for (const step of steps) results.push(await run(step));
	await Expression.disposeExpressionEngine();
	process.stdout.write(`\n${JSON.stringify(results)}`, () => process.exit(0));
}

main().catch((error) => {
	console.error(error);
	process.exit(1);
});
