import { randomUUID } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import axios from 'axios';
import type { IDataObject, INode, INodeTypeDescription } from 'n8n-workflow';

import type { Execution, WorkflowDocument } from '../../scripts/n8n/client';
import { packageName } from '../../scripts/n8n/paths';
import { currentVersion, Runtime } from '../../scripts/n8n/runtime';
import { exampleFiles, examplesFolder } from '../../scripts/start/examples';
import { startDemoModel } from '../../sandbox/demoModel';
import { withCredential, withModel } from '../../scripts/start/seed';
import { isCurrentLine } from './support/instance';
import { useBench } from './support/service';
import { items } from '../../verify/harness/workflow';
import { find, withCampaign } from '../../verify/overnight/pack';

const bench = useBench({ monitoringInterval: 100_000 });

const POLL_PATIENCE = 900_000;

const LINK = /^https?:\/\/\S+$/;
/** What says nothing to a reader. */
const UUID = /^[0-9a-f]{8}-[0-9a-f-]{27}$/;

const idsIn = (rows: IDataObject[]) =>
	rows.flatMap((row) => Object.values(row)).filter((value) => UUID.test(String(value)));

function read(file: string): WorkflowDocument {
	const text = readFileSync(join(examplesFolder, `${file}.json`), 'utf8');
	return withCredential(JSON.parse(text) as WorkflowDocument, bench.credential);
}

async function run(workflow: WorkflowDocument, trigger: string): Promise<Execution> {
	const saved = await bench.n8n.createWorkflow(workflow);
	const execution = await bench.n8n.waitFor(await bench.n8n.run(saved, trigger));
	expect(execution.data.resultData.error).toBeUndefined();
	return execution;
}

function fileNames({ data }: Execution, node: string): Array<string | undefined> {
	const [item] = data.resultData.runData[node]?.[0].data?.main[0] ?? [];
	return Object.values(item?.binary ?? {}).map(({ fileName }) => fileName);
}

it('every example explains itself, names no credential, and has nodes that n8n knows', async () => {
	const files = exampleFiles();
	expect(files).toHaveLength(12);
	const known = new Set((await bench.n8n.nodeTypes()).map(({ name }) => name));
	for (const file of files) {
		const text = readFileSync(join(examplesFolder, file), 'utf8');
		const workflow = JSON.parse(text) as WorkflowDocument;
		expect(workflow.nodes.map(({ type }) => type).filter((type) => !known.has(type))).toEqual([]);
		expect(text).not.toContain('"credentials"');
		const notes = workflow.nodes.filter(({ type }) => type === 'n8n-nodes-base.stickyNote');
		expect(notes.length).toBeGreaterThanOrEqual(2);
	}
});

/** What n8n's AI builder checks its workflows with. */
interface WorkflowSdk {
	setSchemaBaseDirs(folders: string[]): void;
	validateWorkflow(
		workflow: WorkflowDocument,
		options: { strictMode: boolean },
	): { errors: Array<{ message: string }>; warnings: Array<{ message: string }> };
}
interface Definitions {
	generateNodeDefinitions(options: { nodesJsonPath: string; outputDir: string }): Promise<void>;
}

// Older versions of n8n have no builder.
(isCurrentLine() ? it : it.skip)(
	"every example passes the validator of n8n's AI builder",
	async () => {
		const inN8n = createRequire(join(new Runtime(currentVersion).folder, 'package.json'));
		const sdk = inN8n('@n8n/workflow-sdk') as WorkflowSdk;
		const { generateNodeDefinitions } = inN8n(
			'@n8n/workflow-sdk/dist/generate-types/generate-node-defs-cli',
		) as Definitions;
		const definitions = (name: string) =>
			join(dirname(inN8n.resolve(`${name}/package.json`)), 'dist/node-definitions');
		const outputDir = mkdtempSync(join(tmpdir(), 'definitions-'));
		try {
			const nodesJsonPath = join(outputDir, 'nodes.json');
			writeFileSync(nodesJsonPath, JSON.stringify(await ownTypes()));
			await generateNodeDefinitions({ nodesJsonPath, outputDir });
			const others = ['n8n-nodes-base', '@n8n/n8n-nodes-langchain'].map(definitions);
			sdk.setSchemaBaseDirs([outputDir, ...others]);
			const problems = (text: string) => {
				const workflow = JSON.parse(text) as WorkflowDocument;
				const { errors, warnings } = sdk.validateWorkflow(workflow, { strictMode: true });
				return [...errors, ...warnings].map(({ message }) => message);
			};
			for (const file of exampleFiles()) {
				const text = readFileSync(join(examplesFolder, file), 'utf8');
				expect([file, ...problems(text)]).toEqual([file]);
				// It passes nodes whose definitions it does not find.
				const isWaiting = text.includes('"maxWait": 900');
				const broken = problems(text.replace('"maxWait": 900', '"maxWait": "long"'));
				expect(broken).toHaveLength(isWaiting ? 1 : 0);
			}
		} finally {
			rmSync(outputDir, { recursive: true });
		}
	},
);

const ownTypes = async (): Promise<INodeTypeDescription[]> =>
	(await bench.n8n.nodeTypes()).filter(({ name }) => name.startsWith(`${packageName}.`));

it('a: creators with analytics become a CSV and an Excel file', async () => {
	const execution = await run(read('a-creators-to-spreadsheet'), 'Start');
	const rows = items(execution, 'Get profile analytics');
	expect(rows).toHaveLength(10);
	expect(rows[0]).toMatchObject({
		name: expect.stringMatching(/^[A-Z]/),
		url: expect.stringMatching(LINK),
		platform: expect.any(String),
		country: 'United States',
		followers: expect.any(Number),
		engagementRate: expect.any(Number),
		credibility: expect.any(Number),
	});
	expect(idsIn(rows)).toEqual([]);
	expect(fileNames(execution, 'Make a CSV file')).toEqual(['creators.csv']);
	expect(fileNames(execution, 'Make an Excel file')).toEqual(['creators.xlsx']);
});

it('b: the flagged profiles of a spreadsheet go to a second one', async () => {
	const execution = await run(read('b-background-check-of-a-spreadsheet'), 'Start');
	const flagged = items(execution, 'List flagged profiles');
	expect(flagged.length).toBeGreaterThan(0);
	expect(flagged.length + items(execution, 'Nothing flagged').length).toBe(4);
	expect(flagged[0]).toEqual({
		name: 'rosaleuschke49',
		profile_url: expect.stringMatching(LINK),
		campaign: 'Spring',
		risk_rating: expect.stringMatching(/^(LOW|MEDIUM|HIGH)$/),
		flagged: expect.any(Number),
		categories: expect.stringMatching(/^[a-z, ]+$/),
		report: expect.stringMatching(LINK),
	});
	expect(idsIn(flagged)).toEqual([]);
	expect(fileNames(execution, 'Make an Excel file')).toEqual(['flagged.xlsx']);
});

/** Who, what has changed, and links to it. */
const CHANGE_OF_GUY = new RegExp(
	[
		'^guyspencer.85 has changed: https://loopclip.example/guyspencer.85',
		'Risk: (not known|\\w+) -> \\w+',
		'Flagged posts: \\d+ -> \\d+',
		'Newest: (not listed|.+ https://\\S+) ?',
		'Report: http\\S+$',
	].join('\n'),
);

it('c: a change of a monitored screening becomes a message', async () => {
	const workflow = read('c-monitored-screening-to-message');
	const monitored = await run(workflow, 'Start');
	const [{ job }] = items(monitored, 'Enable monitoring');
	find(workflow, 'When a screening changes').parameters.ids = String((job as IDataObject).id);

	const saved = await bench.n8n.createWorkflow(workflow);
	await bench.n8n.activate(saved);
	try {
		const deadline = Date.now() + POLL_PATIENCE;
		while (Date.now() < deadline) {
			for (const { id: execution } of await bench.n8n.executions(saved.id)) {
				const [message] = items(await bench.n8n.waitFor(execution), 'Write the message');
				if (!message) continue;
				expect(message).toEqual({ text: expect.any(String) });
				expect(message.text).toMatch(CHANGE_OF_GUY);
				return;
			}
			await sleep(2000);
		}
		throw new Error('The trigger has not fired');
	} finally {
		await bench.n8n.deactivate(saved);
	}
});

// Older Data Table nodes make no tables.
(isCurrentLine() ? describe : describe.skip)('d and e: a campaign over night', () => {
	const SUBMIT = 'd-overnight-submit';
	const COLLECT = 'e-overnight-collect';
	const screenings = () => bench.sandbox.log.count({ method: 'POST', path: '/screening' });

	const campaign = (values: IDataObject) => withCampaign(read(SUBMIT), values);

	it('sends each creator once, up to the ceiling, and reports each once', async () => {
		const name = randomUUID();
		const isOwn = (row: IDataObject) => row.campaign === name;
		// n8n's button starts a schedule rather than 'Start', and may be pressed before there is a table.
		await run(read(COLLECT), 'Every 5 minutes');
		await run(campaign({ campaign: name, ceiling: 25 }), 'Every 5 minutes');
		expect(screenings()).toBe(25);
		const raised = await run(campaign({ campaign: name, ceiling: 30 }), 'Start');
		expect(items(raised, 'Keep those without a row')).toEqual([]);
		expect(screenings()).toBe(30);
		await sleep(1500);
		const collected = await run(read(COLLECT), 'Every 5 minutes');
		const rows = items(collected, 'Mark as reported').filter(isOwn);
		expect(rows).toHaveLength(30);
		expect(rows[0]).toMatchObject({
			place: 1,
			name: expect.stringMatching(/^[A-Z]/),
			state: 'finished',
			risk_rating: expect.stringMatching(/^(NONE|LOW|MEDIUM|HIGH)$/),
			flagged: expect.any(Number),
			report: expect.stringMatching(LINK),
		});
		expect(items(collected, 'Show the report')).toHaveLength(1);
		const again = await run(read(COLLECT), 'Start');
		expect(items(again, 'Read pending rows').filter(isOwn)).toEqual([]);
		expect(items(again, 'Read what is new').filter(isOwn)).toEqual([]);
	});

	it.each([
		['sent again with an idempotency header', 'Idempotency-Key', 30, 0],
		['listed without one', '', 20, 10],
	])('what a crash left is %s', async (_, header, sent, listed) => {
		const name = randomUUID();
		const values = { campaign: name, idempotency_header: header, minutes_until_cut_off: 0 };
		const dying = campaign(values);
		const { id, position } = find(dying, 'Submit screenings');
		dying.nodes = dying.nodes.map((each) =>
			each.id === id
				? {
						...{ id, position, name: each.name, typeVersion: 1 },
						type: 'n8n-nodes-base.stopAndError',
						parameters: { errorMessage: 'Cut off' },
					}
				: each,
		);
		const saved = await bench.n8n.createWorkflow(dying);
		const { status } = await bench.n8n.waitFor(await bench.n8n.run(saved, 'Start'));
		expect(status).toBe('error');
		await run(campaign(values), 'Start');
		expect(screenings()).toBe(sent);
		const doubts = items(await run(read(COLLECT), 'Start'), 'List what to check');
		expect(doubts.filter((row) => row.campaign === name)).toHaveLength(listed);
		if (listed > 0) expect(doubts[0]).toMatchObject({ state: 'unknown', name: expect.any(String) });
	});
});

it('f: mentions of a brand become a summary', async () => {
	const execution = await run(read('f-brand-monitoring'), 'Start');
	const [summary] = items(execution, 'Write the message');
	expect(summary.subject).toBe('Strideon: 100 mentions');
	expect(summary.text).toMatch(/^Positive: \d+ mentions, \d+(,\d{3})+ followers$/m);
	expect(summary.text).toMatch(/(\n\S+, \d+(,\d{3})* followers: .+ https:\/\/\S+){3}$/);
});

// The 1.x line has no AI Agent 3.1.
(isCurrentLine() ? it : it.skip)('g: an agent uses the nodes as tools', async () => {
	const model = await startDemoModel(0);
	try {
		const openAi = await bench.n8n.createCredential({
			name: 'Scripted model',
			type: 'openAiApi',
			data: { apiKey: 'none', url: model.url },
		});
		const workflow = withModel(read('g-agent-with-tools'), openAi);
		const [, chatInput] = /ask: \*(.+?)\*/.exec(JSON.stringify(workflow.nodes)) ?? [];
		workflow.pinData = { 'When a question arrives': [{ json: { chatInput, sessionId: 'test' } }] };
		const execution = await run(workflow, 'When a question arrives');
		const [{ output }] = items(execution, 'Answer with the tools');
		expect(output).toMatch(
			/^(- .+, [\d,]{7,} followers: https:\S+\n){3}\nI checked .+: the risk rating is [A-Z]+\./,
		);
		expect(bench.sandbox.log.last({ path: '/discovery' })?.body).toEqual(
			expect.objectContaining({
				creator_locations: ['United States'],
				follower_count: { min: 100_000 },
			}),
		);
		const told = (model.requests[0].tools ?? []).map(({ function: { name, parameters } }) => [
			name,
			Object.keys((parameters as { properties: object }).properties),
		]);
		expect(Object.fromEntries(told)).toEqual({
			Find_creators: ['keyword', 'min_followers', 'countries'],
			Check_a_profile: ['profile_url'],
		});
		for (const { messages } of model.requests.slice(1)) {
			expect(JSON.stringify(messages.at(-1)).length).toBeLessThan(20_000);
		}
		expect(bench.sandbox.log.count({ method: 'POST', path: '/screening' })).toBe(1);
	} finally {
		await model.close();
	}
});

it('h: contacts are enriched by one lookup', async () => {
	const execution = await run(read('h-enrich-crm-contacts'), 'Start');
	expect(items(execution, 'List creators')).toEqual([
		expect.objectContaining({ firstname: 'Heather', followers: expect.any(Number) }),
		expect.objectContaining({ firstname: 'Margie', profile_url: expect.any(String) }),
	]);
	expect(bench.sandbox.log.count({ method: 'POST', path: '/email-lookup' })).toBe(1);
});

it('i: mentions of a brand become a report', async () => {
	const execution = await run(read('i-weekly-brand-report'), 'Start');
	expect(items(execution, 'Create the report')).toEqual([
		expect.objectContaining({
			title: expect.stringMatching(/^Strideon, week \d+$/),
			itemCount: 100,
		}),
	]);
	expect(fileNames(execution, 'Create the report')).toEqual([expect.stringMatching(/\.html$/)]);
	const [{ html }] = items(execution, 'Show the report');
	expect(html).toMatch(/<h1[^>]*>Strideon, week/);
});

it('j: a shortlist becomes one report of creators, audiences and risks', async () => {
	const execution = await run(read('j-vetting-a-shortlist'), 'Start');
	const creators = items(execution, 'Find four creators');
	expect(creators).toHaveLength(4);
	const flagged = items(execution, 'Read the flagged posts');
	expect(flagged).not.toHaveLength(0);
	expect(items(execution, 'Put all results together')).toHaveLength(9 + flagged.length);
	const [{ html }] = items(execution, 'Show the report');
	for (const { full_name: name } of creators) expect(html).toContain(String(name));
	expect(bench.sandbox.log.count({ method: 'POST', path: '/screening' })).toBe(4);
	expect(bench.sandbox.log.count({ method: 'POST', path: '/audience-overlap' })).toBe(1);
});

/** What the page of a waiting execution sends. */
async function sendForm(id: string, decision: string): Promise<void> {
	const { resumeToken } = (await bench.n8n.execution(id)).data;
	const address = new URL(`/form-waiting/${id}`, bench.n8n.url);
	if (resumeToken) address.searchParams.set('signature', resumeToken);
	const form = new FormData();
	form.set('field-0', decision);
	await axios.post(address.href, form, { proxy: false });
}

describe('k: an approval before paying', () => {
	const screenings = () => bench.sandbox.log.count({ method: 'POST', path: '/screening' });

	it.each([
		['Approve', 'Show the report', 3],
		['Decline', 'Declined: nothing is sent', 0],
	])('%s ends in "%s", after %d requests', async (decision, last, requests) => {
		const saved = await bench.n8n.createWorkflow(read('k-approval-before-paying'));
		const id = await bench.n8n.run(saved, 'Start');
		while ((await bench.n8n.status(id)) !== 'waiting') await sleep(200);
		expect(screenings()).toBe(0);
		await sendForm(id, decision);
		const execution = await bench.n8n.waitFor(id);
		expect(items(execution, 'Estimate the cost')).toEqual([{ requests: 3, cost: 1.5, budget: 10 }]);
		expect(items(execution, last)).toHaveLength(1);
		expect(screenings()).toBe(requests);
	});

	it('is not requested where the cost is over the budget', async () => {
		const workflow = read('k-approval-before-paying');
		const entered = find(workflow, 'Profiles, price and budget');
		entered.parameters = JSON.parse(
			JSON.stringify(entered.parameters).replace('"value":10', '"value":1'),
		) as INode['parameters'];
		const saved = await bench.n8n.createWorkflow(workflow);
		const { data } = await bench.n8n.waitFor(await bench.n8n.run(saved, 'Start'));
		expect(data.resultData.error?.message).toContain('over the budget of 1');
		expect(screenings()).toBe(0);
	});
});

it('l: only what is new on a watch list is screened', async () => {
	const workflow = read('l-weekly-watch-list');
	find(workflow, 'Every Monday').parameters.rule = {
		interval: [{ field: 'seconds', secondsInterval: 5 }],
	};
	const saved = await bench.n8n.createWorkflow(workflow);
	await bench.n8n.activate(saved);
	try {
		let ended: Execution[] = [];
		const deadline = Date.now() + POLL_PATIENCE;
		while (ended.length < 3 && Date.now() < deadline) {
			await sleep(2000);
			const all = await bench.n8n.executions(saved.id);
			ended = await Promise.all(all.map(async ({ id }) => await bench.n8n.waitFor(id)));
		}
		const reports = ended.flatMap((execution) => items(execution, 'Show the report'));
		expect(reports).toHaveLength(1);
		expect(reports[0]?.html).toContain('New on the watch list');
		expect(bench.sandbox.log.count({ method: 'POST', path: '/screening' })).toBe(4);
	} finally {
		await bench.n8n.deactivate(saved);
	}
});
