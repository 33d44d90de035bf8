import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import type { IDataObject, INodeExecutionData, INodeParameters, IWorkflowBase } from 'n8n-workflow';

import { startSandbox, type DialectName, type Sandbox } from '../../sandbox';
import { sampleOf } from '../../sandbox/routes/sample';
import { readBinary, runNode, type RunResult } from '../engine/engine';
import { nodeOf } from './areas';
import { exampleOf, instantly } from './examples';

const textOf = async (item: INodeExecutionData, property: string) =>
	(await readBinary(item, property)).toString();

const REPORTS = [
	['socialBackgroundCheck', 'screening', '/screening', 'Risk rating'],
	['socialListening', 'request', '/social-listening', 'Mentions with the widest reach'],
	['creatorSearch', 'profileAnalyticsReport', '/profile-analytics-async', 'Followers over time'],
	['creatorSearch', 'audienceOverlap', '/audience-overlap', 'Exclusive audience'],
	['purchaseIntent', 'analysis', '/purchase-intent', 'Sentiment'],
	['commentsRelevance', 'analysis', '/comments-relevance', 'Sentiment'],
	[
		'creatorSearch',
		'creatorExport',
		'/discovery-export',
		'Creators, highest engagement rate first',
	],
];
/** Recognition finds the values before a report is made of them: two dialects, of fields at the top and deep down. */
const DIALECTS = ['flat', 'nested'] satisfies DialectName[];

describe.each(DIALECTS)('in the dialect %s', (dialect) => {
	let sandbox: Sandbox;
	beforeAll(async () => {
		sandbox = await startSandbox({ dialect, durations: instantly });
	});
	afterAll(async () => await sandbox.close());

	const run = async (
		node: string,
		resource: string,
		operation: string,
		parameters: INodeParameters,
		items: IDataObject[] = [{}],
	): Promise<RunResult> =>
		await runNode({
			node: nodeOf(node),
			parameters: { resource, operation, ...parameters },
			items: items.map((json) => ({ json })),
			credentials: { baseUrl: sandbox.url, apiToken: sandbox.token },
		});

	const jobOf = async (
		node: string,
		resource: string,
		path: string,
		{ options = {}, ...parameters }: INodeParameters & { options?: IDataObject } = {},
	) =>
		await run(node, resource, 'submitAndWait', {
			bodyMode: 'json',
			bodyJson: JSON.stringify(exampleOf(sandbox, 'POST', path)),
			...parameters,
			options: { pollInterval: 0, ...options } as INodeParameters,
		});

	it('a screening is one flat row when simplified', async () => {
		const { creator } = sampleOf(sandbox.world);
		const { json } = await jobOf('socialBackgroundCheck', 'screening', '/screening', {
			simplify: true,
		});
		expect(json).toHaveLength(1);
		expect(json[0]).toMatchObject({
			url: creator.url,
			riskRating: 'HIGH',
			flaggedCount: expect.any(Number),
			contentCount: expect.any(Number),
			jobId: expect.anything(),
			jobState: 'finished',
		});
		expect(Object.values(json[0]).filter((value) => typeof value === 'object')).toEqual([]);
	});

	it('creators are flat rows when simplified', async () => {
		const { json } = await run('creatorSearch', 'creator', 'search', {
			keyword: 'a',
			limit: 3,
			simplify: true,
		});
		expect(json).toHaveLength(3);
		for (const row of json) {
			expect(row).toMatchObject({
				name: expect.any(String),
				handle: expect.any(String),
				platform: expect.any(String),
				url: expect.stringContaining('https://'),
				followers: expect.any(Number),
				engagementRate: expect.any(Number),
				country: expect.any(String),
			});
			expect(Object.values(row).every((value) => typeof value !== 'object')).toBe(true);
		}
	});

	it('entries of a dictionary are flat already: a workflow that still simplifies them gets the same', async () => {
		const words = async (parameters: INodeParameters) =>
			(await run('creatorSearch', 'dictionary', 'getLanguages', { limit: 3, ...parameters })).json;
		expect(await words({})).toHaveLength(3);
		expect(await words({ simplify: true })).toEqual(await words({}));
	});

	it('analysed comments are returned one by one on request, each with the analysis', async () => {
		const { json } = await jobOf('commentsRelevance', 'analysis', '/comments-relevance', {
			includeComments: 'rows',
		});
		expect(json.length).toBeGreaterThan(10);
		for (const each of json) {
			expect(each).toMatchObject({
				text: expect.any(String),
				analysis: expect.any(Object),
				job: { type: 'commentsRelevance', state: 'finished' },
			});
		}
	});

	it.each(dialect === 'flat' ? REPORTS : REPORTS.slice(0, 2))(
		'%s %s has a report on request',
		async (node, resource, path, section) => {
			const { items, error } = await jobOf(node, resource, path, {
				options: { report: 'fileAndText' },
			});
			expect(error).toBeUndefined();
			const [first, ...rest] = items[0];
			expect(first.binary?.report).toMatchObject({ mimeType: 'text/html' });
			const page = await textOf(first, 'report');
			expect(page).toMatch(/^<!doctype html>/);
			expect(page).toContain(section);
			expect(page).toMatch(/class="(box|entries|stacked)/);
			expect(first.json.reportHtml).toContain(section);
			expect(rest.every(({ binary, json }) => !binary && json.reportHtml === undefined)).toBe(true);
		},
	);

	it('a report on request names the service and what was asked for', async () => {
		const { items } = await jobOf('socialListening', 'request', '/social-listening', {
			options: { report: 'file' },
		});
		const page = await textOf(items[0][0], 'report');
		expect(page).toContain('<h1>60 mentions of Strideon</h1>');
		expect(page).toContain(`<dt>Service</dt><dd>${new URL(sandbox.url).host}</dd>`);
	});

	it('a report of a screening and what it flagged has the verdict first, then the posts', async () => {
		const screening = await jobOf('socialBackgroundCheck', 'screening', '/screening');
		const { id } = screening.json[0].job as IDataObject;
		const flagged = await run('socialBackgroundCheck', 'flaggedContent', 'getMany', {
			id: String(id),
			returnAll: true,
		});
		const { json } = await run(
			'creatorSearch',
			'report',
			'create',
			{ options: { report: 'fileAndText' } },
			[...screening.json, ...flagged.json],
		);
		const page = String(json[0].reportHtml);
		expect(page).toMatch(/<p class="verdict poor">High risk: \d+ of \d+ posts flagged/);
		expect(page.match(/<section class="part/g)).toHaveLength(1);
		for (const { url } of flagged.json) expect(page).toContain(`href="${url}"`);
	});

	it('the report of a screening is downloaded, and named after the profile of the input', async () => {
		const screening = await jobOf('socialBackgroundCheck', 'screening', '/screening');
		const { json, items, error } = await run(
			'socialBackgroundCheck',
			'screening',
			'generateReport',
			{ id: '={{ $json.job.id }}' },
			screening.json,
		);
		expect(error).toBeUndefined();
		const name = `report-${sampleOf(sandbox.world).creator.username}.pdf`;
		expect(json[0]).toMatchObject({ mimeType: 'application/pdf', fileName: name });
		expect(items[0][0].binary?.data.fileName).toBe(name);
	});
});

describe('a file of the service', () => {
	it('keeps the field that the user chose for it, even along with a report', async () => {
		const sandbox = await startSandbox({ durations: instantly });
		const parameters = (operation: string, more: INodeParameters) => ({
			node: nodeOf('socialBackgroundCheck'),
			parameters: { resource: 'screening', operation, ...more },
			credentials: { baseUrl: sandbox.url, apiToken: sandbox.token },
		});
		const bodyJson = JSON.stringify(exampleOf(sandbox, 'POST', '/screening'));
		const { json } = await runNode(parameters('submit', { bodyMode: 'json', bodyJson }));
		const { items } = await runNode(
			parameters('generateReport', {
				id: (json[0].job as IDataObject).id as string,
				options: { binaryProperty: 'report', report: 'file' },
			}),
		);
		await sandbox.close();
		expect(items[0][0].binary).toMatchObject({
			report: { mimeType: 'application/pdf' },
			htmlReport: { mimeType: 'text/html' },
		});
	});
});

describe('the page on reports', () => {
	const page = readFileSync(join(__dirname, '../../docs/reports.md'), 'utf8');
	const workflows = [...page.matchAll(/```json\n(.*?)```/gs)].map(
		([, text = '']) => JSON.parse(text) as Pick<IWorkflowBase, 'nodes' | 'connections'>,
	);

	it('has workflows to show, mail, post and keep a report', () => {
		const types = workflows.map(({ nodes }) => nodes[1].type.replace('n8n-nodes-base.', ''));
		expect(types).toEqual(['html', 'emailSend', 'slack', 'googleDrive']);
	});

	it.each(workflows)('has a workflow whose report reaches its last node', async (workflow) => {
		const [maker, last] = workflow.nodes;
		expect(workflow.connections[maker.name].main[0]).toMatchObject([{ node: last.name }]);
		const { items, error } = await runNode({
			node: nodeOf('creatorSearch'),
			parameters: maker.parameters,
			items: [{ json: { name: 'Ada', followers: 1 } }],
		});
		expect(error).toBeUndefined();
		const [{ json, binary }] = items[0];
		const used = JSON.stringify(last.parameters);
		if (last.type.endsWith('.html')) expect(json.reportHtml).toContain('Ada');
		else expect(used).toContain('"report"');
		expect(binary?.report).toMatchObject({ mimeType: 'text/html', fileName: 'report.html' });
		for (const [, field = ''] of used.matchAll(/\$json\.(\w+)/g))
			expect(json).toHaveProperty(field);
	});
});

describe('the operation that creates a report', () => {
	const create = async (items: IDataObject[], parameters: INodeParameters = {}) =>
		await runNode({
			node: nodeOf('creatorSearch'),
			parameters: { resource: 'report', operation: 'create', ...parameters },
			items: items.map((json) => ({ json })),
		});

	it('accepts items of any node, sends nothing and needs no credential', async () => {
		const { items, error, credentialReads } = await create([
			{ platform_username: 'ada', follower_count: 5, full_name: 'Ada' },
			{ something: 'else' },
		]);
		expect(error).toBeUndefined();
		expect(credentialReads).toBe(0);
		expect(items[0]).toHaveLength(1);
		const [item] = items[0];
		expect(item.json).toEqual({
			title: 'Report',
			fileName: 'report.html',
			itemCount: 2,
			reportView: expect.stringContaining('binary field "report"'),
		});
		expect(item.pairedItem).toEqual([{ item: 0 }, { item: 1 }]);
		const page = await textOf(item, 'report');
		expect(page).toContain('Ada');
		expect(page).toContain('Something');
	});

	it('has the title of the user, and the text on request', async () => {
		const { json } = await create([{ a: 1 }], {
			reportTitle: 'Shortlist',
			options: { report: 'fileAndText' },
		});
		expect(json[0]).toMatchObject({ title: 'Shortlist' });
		expect(json[0].reportHtml).toContain('<h1>Shortlist</h1>');
	});
});
