import type { INodeParameters } from 'n8n-workflow';

import { useEditor } from '../support/browser';
import { expectLook } from '../support/look';
import { useBench } from '../support/service';
import { submitted } from '../../../verify/harness/service';
import { TRIGGER } from '../../../verify/harness/trigger';
import { ours, row } from '../../../verify/harness/workflow';

const NAME = 'Creator Intelligence Trigger';

const bench = useBench();

const editor = useEditor();

async function open(parameters: INodeParameters): Promise<void> {
	const node = { ...ours(TRIGGER, parameters, bench.credential), name: NAME };
	const { id } = await bench.n8n.createWorkflow(row('Trigger', [node]));
	await editor.openWorkflow(id);
}

it.each<[string, INodeParameters, string[]]>([
	['trigger-of-jobs', { ids: '8f14e45f' }, ['Finished']],
	['trigger-with-request', { source: 'submit' }, ['Finished', 'Submitted']],
	['trigger-of-screenings', { event: 'screeningChanged', ids: '8f14e45f' }, ['Changed']],
])('has its outputs and looks the same as before: %s', async (name, parameters, outputs) => {
	await open(parameters);
	const shown = editor.node(NAME).locator('[data-test-id="canvas-node-output-handle"]');
	expect(await shown.allInnerTexts()).toEqual(outputs);
	await editor.openNode(NAME);
	await expectLook(editor, name);
});

it('a test run shows the state of a job, and neither sends nor stores anything', async () => {
	const profile_url = bench.sample.creator.url;
	const id = await submitted(bench.sandbox, '/screening', { profile_url });
	bench.sandbox.jobs.settle(id, 'finished');
	bench.sandbox.log.clear();
	await open({ ids: id });
	await editor.openNode(NAME);
	await editor.executeStep();
	await editor.test('output-panel').getByText(id).first().waitFor();
	await editor.screenshot('trigger');
	expect(bench.sandbox.log.all().map(({ method }) => method)).not.toContain('POST');
});
