import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import type { WorkflowDocument } from '../../../scripts/n8n/client';
import { exampleFiles, examplesFolder, withCredential } from '../../../scripts/start/seed';
import { createReport } from '../../../nodes/shared/report/createReport';
import { Editor } from '../support/browser';
import { useBench } from '../support/service';
import { items } from '../support/workflow';

const bench = useBench();

let editor: Editor;

beforeAll(async () => {
	editor = await Editor.open();
});

afterAll(async () => await editor.close());

it('every example opens with all its nodes and notes', async () => {
	for (const file of await exampleFiles()) {
		const text = readFileSync(join(examplesFolder, file), 'utf8');
		const example = withCredential(JSON.parse(text) as WorkflowDocument, bench.credential);
		const { id } = await bench.n8n.createWorkflow(example);
		await editor.openWorkflow(id);
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
});

it('the report of a shortlist is a page to look at, and asks nobody for anything', async () => {
	const text = readFileSync(join(examplesFolder, 'j-vetting-a-shortlist.json'), 'utf8');
	const example = withCredential(JSON.parse(text) as WorkflowDocument, bench.credential);
	const saved = await bench.n8n.createWorkflow(example);
	const execution = await bench.n8n.waitFor(await bench.n8n.run(saved, 'Start'));
	const results = items(execution, 'All results');
	const { file } = createReport({ items: results, title: 'Shortlist', madeAt: Date.now() });

	const asked: string[] = [];
	editor.page.on('request', (request) => asked.push(request.url()));
	await editor.page.goto('about:blank');
	await editor.page.setContent(file().bytes.toString());
	await editor.screenshot('report');
	expect(await editor.page.getByRole('heading', { level: 1 }).innerText()).toBe('Shortlist');
	expect(await editor.page.locator('svg').count()).toBeGreaterThan(0);
	expect(asked.filter((url) => url !== 'about:blank')).toEqual([]);
});
