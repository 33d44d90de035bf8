import Fastify from 'fastify';
import type { IDataObject, INode, INodeParameters } from 'n8n-workflow';

import type { Credential, WorkflowDocument } from '../../scripts/n8n/client';
import { packageName } from '../../scripts/n8n/paths';
import { MODEL_HOST, startModel, type ScriptedModel } from '../../sandbox/model';
import { withGroups } from '../../verify/harness/options';
import { CREDENTIAL_TYPE } from '../../verify/harness/service';
import { MINUTE, until } from '../../verify/harness/time';
import { chain, node, ours, splitOut, START, work } from '../../verify/harness/workflow';
import { isCurrentLine } from './support/instance';
import { useBench } from './support/service';

const bench = useBench();
const AGENT = 'Agent';
const TOOL = 'Find_contact';
const REVIEW = 'Review';
/** Without it, n8n takes the request for that of a robot, and approves nothing. */
const BROWSER = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/120.0.0.0 Safari/537.36';

let model: ScriptedModel;
let openAi: Credential;
/** What the model enters in each of its calls. */
let calls: IDataObject[] = [];

beforeAll(async () => {
	model = await startModel(({ messages }) => {
		const made = messages.filter(({ role }) => role === 'tool').length;
		return made < calls.length ? { tool: TOOL, args: calls[made] } : 'That is all.';
	});
	const data = { apiKey: 'none', url: model.url };
	openAi = await bench.n8n.createCredential({ name: 'Scripted model', type: 'openAiApi', data });
});
afterAll(async () => {
	await bench.n8n.deleteCredential(openAi.id);
	await model.close();
});

const parametersOf = (options: INodeParameters, identifier: string): INodeParameters => ({
	resource: 'contact',
	operation: 'get',
	identifier,
	options: { maxRetries: 0, ...options },
});
const BY_MODEL = "={{ $fromAI('who', 'Whom to look up', 'string') }}";

interface Connected {
	from: INode;
	to: string;
	type: 'ai_tool' | 'ai_languageModel';
}

const tool = (options: INodeParameters, to = AGENT): Connected => ({
	from: {
		...ours('creatorSearchTool', parametersOf(options, BY_MODEL), bench.credential),
		name: TOOL,
	},
	to,
	type: 'ai_tool',
});

/** An AI Agent node of this version, with its model and its tools. */
function workflowOf(typeVersion: number, tools: Connected[]): WorkflowDocument {
	const agent = node(
		AGENT,
		'@n8n/n8n-nodes-langchain.agent',
		{ promptType: 'define', text: 'Go', options: {} },
		{ typeVersion },
	);
	const chat = node(
		'Model',
		'@n8n/n8n-nodes-langchain.lmChatOpenAi',
		{ model: { __rl: true, mode: 'list', value: 'gpt-4.1-mini' }, options: {} },
		{ typeVersion: 1.2, credentials: { openAiApi: { id: openAi.id, name: openAi.name } } },
	);
	const all: Connected[] = [{ from: chat, to: AGENT, type: 'ai_languageModel' }, ...tools];
	const { nodes, connections, ...rest } = chain('Agent', [agent]);
	const links = all.map(({ from, to, type }) => [
		from.name,
		{ [type]: [[{ node: to, type, index: 0 }]] },
	]);
	return {
		...rest,
		// In n8n's older order, AI Agent 3 reads nothing of its tools.
		settings: { executionOrder: 'v1' },
		nodes: [...nodes, ...all.map(({ from }) => from)],
		connections: { ...connections, ...Object.fromEntries(links) },
	};
}

/** Runs the workflow; returns what the model has read. */
async function run(workflow: WorkflowDocument, approve?: () => Promise<void>): Promise<string[]> {
	const id = await bench.n8n.run(await bench.n8n.createWorkflow(workflow), START);
	await approve?.();
	const { status, data } = await bench.n8n.waitFor(id);
	expect([status, data.resultData.error]).toEqual(['success', undefined]);
	return model.results();
}

type Host = (options: INodeParameters, people: string[]) => Promise<string[]>;

const agentNode =
	(version: number): Host =>
	async (options, people) => {
		calls = people.map((who) => ({ who }));
		return await run(workflowOf(version, [tool(options)]));
	};

/** A person in a chat approves each call. */
const humanReview: Host = async (options, people) => {
	interface Message {
		reply_markup: { inline_keyboard: Array<Array<{ url: string }>> };
	}
	const links: string[] = [];
	const app = Fastify();
	app.post<{ Body: Message }>('/*', ({ body }) => {
		links.push(...body.reply_markup.inline_keyboard.flat().map(({ url }) => url));
		return { ok: true, result: {} };
	});
	const data = { accessToken: 'none', baseUrl: await app.listen({ port: 0, host: MODEL_HOST }) };
	const { id, name } = await bench.n8n.createCredential({
		name: 'Chat',
		type: 'telegramApi',
		data,
	});
	const review = node(
		REVIEW,
		'n8n-nodes-base.telegramHitlTool',
		{ chatId: '1', message: '=Run {{ $tool.name }}?' },
		{ typeVersion: 1.2, webhookId: REVIEW, credentials: { telegramApi: { id, name } } },
	);
	calls = people.map((who) => ({ toolParameters: { who }, hitlParameters: {} }));
	const tools = [tool(options, REVIEW), { from: review, to: AGENT, type: 'ai_tool' as const }];
	const approve = async () => {
		for (let at = 0; at < people.length; at++) {
			await until(() => links.length > at, MINUTE);
			const headers = { 'user-agent': BROWSER };
			// It is sent before the execution waits for it.
			await until(async () => (await fetch(links[at], { headers })).ok, MINUTE);
		}
	};
	try {
		return await run(workflowOf(3.1, tools), approve);
	} finally {
		await app.close();
	}
};

/** An agent without a workflow and without executions. */
const firstClassAgent: Host = async (options, people) => {
	calls = people.map((who) => ({ who }));
	const { id: project } = await bench.n8n.get<{ id: string }>('/projects/personal');
	const agents = `/projects/${project}/agents/v2`;
	const { id, name } = bench.credential;
	const node = {
		nodeType: `${packageName}.creatorSearch`,
		nodeTypeVersion: 1,
		nodeParameters: withGroups(parametersOf(options, BY_MODEL)),
		credentials: { [CREDENTIAL_TYPE]: { id, name } },
	};
	const schema = {
		name: AGENT,
		model: 'openai/gpt-4.1-mini',
		credential: openAi.id,
		instructions: 'Go',
		tools: [{ type: 'node', name: TOOL, node }],
	};
	const agent = await bench.n8n.post<{ id: string }>(agents, { name: AGENT, schema });
	await bench.n8n.post(`${agents}/${agent.id}/chat`, { message: 'Go' });
	return model.results();
};

/** A client of n8n's own MCP server runs a workflow, and reads its execution. */
const mcp: Host = async (options, people) => {
	await bench.n8n.patch('/mcp/settings', { mcpAccessEnabled: true });
	const { apiKey } = await bench.n8n.post<{ apiKey: string }>('/mcp/api-key/rotate', {});
	const call = async (name: string, args: IDataObject): Promise<IDataObject> => {
		const params = { name, arguments: args };
		const response = await fetch(`${bench.n8n.url}/mcp-server/http`, {
			method: 'POST',
			headers: {
				authorization: `Bearer ${apiKey}`,
				'content-type': 'application/json',
				accept: 'application/json, text/event-stream',
			},
			body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params }),
		});
		const text = await response.text();
		const { result } = JSON.parse(text.slice(text.indexOf('{'))) as {
			result: { structuredContent: IDataObject };
		};
		return result.structuredContent;
	};
	const jsonOutput = JSON.stringify({ who: people });
	const list = node(
		'List',
		'n8n-nodes-base.set',
		{ mode: 'raw', jsonOutput },
		{ typeVersion: 3.4 },
	);
	const lookUp = work('creatorSearch', parametersOf(options, '={{ $json.who }}'), bench.credential);
	const workflow = await bench.n8n.createWorkflow({
		...chain('Contacts', [list, splitOut('who'), lookUp]),
		settings: { availableInMCP: true },
	});
	const workflowId = workflow.id;
	const { executionId } = await call('execute_workflow', { workflowId, executionMode: 'manual' });
	await bench.n8n.waitFor(String(executionId));
	const args = { workflowId, executionId, includeData: true, nodeNames: ['Work'] };
	return [JSON.stringify(await call('get_workflow_execution', args))];
};

const hosts: Array<[string, Host]> = [
	['AI Agent 2.2', agentNode(2.2)],
	['AI Agent 3.1', agentNode(3.1)],
	['a human review', humanReview],
	['first-class agents', firstClassAgent],
	["n8n's MCP server", mcp],
];

(isCurrentLine() ? describe : describe.skip).each(hosts)('in %s', (name, ask) => {
	const sent = () => bench.sandbox.log.count({ path: '/contact-info' });

	it('a model reads results', async () => {
		const read = await ask({}, ['ada', 'bob']);
		expect(read.join()).toMatch(/ada.*bob/);
		expect(sent()).toBe(2);
	});

	it('a model reads why a call was declined', async () => {
		const read = await ask({ maxPaidRequests: 1 }, ['ada', 'bob']);
		const isKept = name !== 'first-class agents';
		expect(sent()).toBe(isKept ? 1 : 0);
		expect(read.at(-1)).toMatch(isKept ? /'Max Paid Requests' is reached/ : /cannot be used here/);
		// A client of the MCP server runs a workflow, which people read, too.
		const isTool = name !== "n8n's MCP server";
		expect(read.at(-1)?.includes('Do not call it again')).toBe(isTool);
	});
});
