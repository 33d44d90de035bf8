import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

import type { WorkflowDocument } from '../../../scripts/n8n/client';
import { exampleFiles, examplesFolder } from '../../../scripts/start/examples';
import { withCredential } from '../../../scripts/start/seed';
import { IMAGES_VARIABLE } from '../../../scripts/system/chromium';
import { useEditor } from '../support/browser';
import { useBench } from '../support/service';
import { items } from '../../../verify/harness/workflow';

const bench = useBench();

const editor = useEditor();

async function read(file: string): Promise<WorkflowDocument> {
	const text = await readFile(join(examplesFolder, file), 'utf8');
	// Other tests use the table as well, but not where pictures are taken.
	const apart = process.env[IMAGES_VARIABLE]
		? text
		: text.replaceAll('"campaign_creators"', '"campaign_creators_in_editor"');
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
	await editor.test('zoom-to-fit').click();
	await editor.screenshot(`example-${file.slice(0, 1)}`);
}

/** Nobody wants to read one. */
const UUID = /\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f-]{22}\b/;

const SHORTLIST = 'j-vetting-a-shortlist';
const APPROVAL = 'k-approval-before-paying';
/** Whose result is a list. */
const TABLES = /^[abdh]-/;
/** The node that shows a result, and a text in it. */
const RESULTS: Record<string, [last: string, shows: string]> = {
	'a-creators-to-spreadsheet': ['Get profile analytics', 'credibility'],
	'b-background-check-of-a-spreadsheet': ['List flagged profiles', 'risk_rating'],
	'd-overnight-submit': ['Add their rows', 'Spring'],
	'f-brand-monitoring': ['Write the message', 'Positive: '],
	'h-enrich-crm-contacts': ['List creators', 'profile_url'],
	'i-weekly-brand-report': ['Show the report', ''],
	[SHORTLIST]: ['Show the report', ''],
	'l-weekly-watch-list': ['Show the report', ''],
};
// test/e2e/examples.test.ts runs them all. Here one is enough, except for the pictures of examples/.
const opened = process.env[IMAGES_VARIABLE]
	? exampleFiles()
			.map((file) => file.replace(/\.json$/, ''))
			.filter((file) => file !== APPROVAL)
	: [SHORTLIST];

it.each(opened)('%s opens, and ends in a result that can be displayed', async (file) => {
	await openExample(file);
	const result = RESULTS[file];
	if (!result) return;
	await editor.executeWorkflow('Start');
	await expectToShow(...result);
	if (TABLES.test(file)) await editor.showTable();
	await editor.screenshot(`result-${file.slice(0, 1)}`);
});

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
	const saved = await bench.n8n.createWorkflow(await read(`${SHORTLIST}.json`));
	const execution = await bench.n8n.waitFor(await bench.n8n.run(saved, 'Start'));
	const [{ html }] = items(execution, 'Show the report');

	const asked: string[] = [];
	editor.page.on('request', (request) => asked.push(request.url()));
	await editor.page.goto('about:blank');
	await editor.page.setContent(String(html));
	await editor.screenshot('report');
	expect(await editor.page.getByRole('heading', { level: 1 }).innerText()).toContain('Shortlist');
	expect(await editor.page.locator('.box').count()).toBeGreaterThan(0);
	expect(asked.filter((url) => url !== 'about:blank')).toEqual([]);
});
