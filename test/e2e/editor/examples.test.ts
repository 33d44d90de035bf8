import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

import type { WorkflowDocument } from '../../../scripts/n8n/client';
import { exampleFiles, examplesFolder } from '../../../scripts/start/examples';
import { withCredential } from '../../../scripts/start/seed';
import { createReport } from '../../../nodes/shared/report/createReport';
import { runAtOnce } from '../../../nodes/shared/values/steps';
import { Editor } from '../support/browser';
import { isCurrentLine } from '../support/instance';
import { useBench } from '../support/service';
import { items } from '../../../verify/harness/workflow';

const bench = useBench();

let editor: Editor;

beforeAll(async () => {
	editor = await Editor.open();
});

afterAll(async () => await editor.close());

async function read(file: string): Promise<WorkflowDocument> {
	const text = await readFile(join(examplesFolder, file), 'utf8');
	// Other tests use the table as well.
	const apart = text.replaceAll('"campaign_creators"', '"campaign_creators_in_editor"');
	return withCredential(JSON.parse(apart) as WorkflowDocument, bench.credential);
}

/** Opens an example, and checks that the editor knows all its nodes. */
async function openExample(file: string): Promise<void> {
	const example = await read(`${file}.json`);
	const saved = await bench.n8n.createWorkflow(example);
	await editor.openWorkflow(saved.id);
	const notes = example.nodes.filter(({ type }) => type.endsWith('.stickyNote')).length;
	await editor
		.test('sticky')
		.nth(notes - 1)
		.waitFor();
	expect(await editor.test('canvas-node').count()).toBe(example.nodes.length - notes);
	expect(await editor.page.getByText('Install this node').count()).toBe(0);
	await editor.screenshotOfCanvas(`example-${file.slice(0, 1)}`);
}

/** Nobody wants to read one. */
const UUID = /\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f-]{22}\b/;

const RESULTS = [
	['a-creators-to-spreadsheet', 'Start', 'Get profile analytics', 'credibility'],
	['b-background-check-of-a-spreadsheet', 'Start', 'List flagged profiles', 'risk_rating'],
	['d-overnight-submit', 'Start', 'Add their rows', 'Spring'],
	['e-overnight-collect', 'Start', 'Show the report', ''],
	['f-brand-monitoring', 'Start', 'Write the message', 'Positive: '],
	['h-enrich-crm-contacts', 'Start', 'List creators', 'profile_url'],
	['i-weekly-brand-report', 'Start', 'Show the report', ''],
	['j-vetting-a-shortlist', 'Start', 'Show the report', ''],
	['l-weekly-watch-list', 'Start', 'Show the report', ''],
];

/** Older Data Table nodes make no tables. */
const isRun = ([file]: string[]) => isCurrentLine() || !file.includes('-overnight-');
const results = RESULTS.filter(isRun);
const APPROVAL = 'k-approval-before-paying';
const withoutResult = exampleFiles()
	.map((file) => file.replace(/\.json$/, ''))
	.filter((file) => file !== APPROVAL && !results.some(([name]) => name === file))
	// The 1.x line has no AI Agent 3.1.
	.filter((file) => isCurrentLine() || file !== 'g-agent-with-tools');

it.each(withoutResult)('%s opens with all its nodes and notes', async (file) => {
	await openExample(file);
});

it.each(results)(
	'%s opens, and ends in a result that can be displayed',
	async (file, trigger, last, shows) => {
		await openExample(file);
		await editor.executeWorkflow(trigger);
		await expectToShow(last, shows);
		await editor.screenshot(`result-${file.slice(0, 1)}`);
	},
);

async function expectToShow(node: string, text: string): Promise<void> {
	await editor.openNode(node);
	const output = editor.test('output-panel');
	await output.getByText(text).first().waitFor();
	const withoutLinks = (await output.innerText()).replace(/https?:\S+/g, '');
	expect(withoutLinks).not.toMatch(UUID);
}

it(`${APPROVAL} asks in a form, and ends in something to look at`, async () => {
	await openExample(APPROVAL);
	const opened = editor.page.waitForEvent('popup');
	await editor.startWorkflow('Start');
	const form = await opened;
	await form.getByText('3 requests, about 1.5 USD').waitFor();
	await form.locator('select').selectOption('Approve');
	await form.locator('button[type="submit"], #submit-btn').first().click();
	await editor.waitForEnd();
	await form.close();
	await expectToShow('Show the report', '');
	await editor.screenshot('result-k');
});

it('the report of a shortlist is displayed, and sends no requests', async () => {
	const saved = await bench.n8n.createWorkflow(await read('j-vetting-a-shortlist.json'));
	const execution = await bench.n8n.waitFor(await bench.n8n.run(saved, 'Start'));
	const results = items(execution, 'Put all results together');
	const { file } = runAtOnce(
		createReport({ items: results, title: 'Shortlist', madeAt: Date.now(), withText: false }),
	);

	const asked: string[] = [];
	editor.page.on('request', (request) => asked.push(request.url()));
	await editor.page.goto('about:blank');
	await editor.page.setContent(file.bytes.toString());
	await editor.screenshot('report');
	expect(await editor.page.getByRole('heading', { level: 1 }).innerText()).toBe('Shortlist');
	expect(await editor.page.locator('.box').count()).toBeGreaterThan(0);
	expect(asked.filter((url) => url !== 'about:blank')).toEqual([]);
});
