import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import type { WorkflowDocument } from '../../../scripts/n8n/client';
import { exampleFiles, examplesFolder, withCredential } from '../../../scripts/start/seed';
import { Editor } from '../support/browser';
import { useBench } from '../support/service';

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
