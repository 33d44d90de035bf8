import { useEditor } from '../support/browser';
import { useBench } from '../support/service';
import { chain, node, ours } from '../../../verify/harness/workflow';

const bench = useBench();

const editor = useEditor();

const SCREENING = 'Check a profile for risks';
const NEXT = 'Edit Fields';

it('the next node shows the expected output before anything has run', async () => {
	const screening = ours(
		'socialBackgroundCheck',
		{ resource: 'screening', operation: 'submitAndWait' },
		bench.credential,
		{ name: SCREENING },
	);
	const next = node(NEXT, 'n8n-nodes-base.set', {}, { typeVersion: 3.4 });
	const { id } = await bench.n8n.createWorkflow(chain('Preview', [screening, next]));
	await editor.openWorkflow(id);
	await editor.node(SCREENING).getByText('Submit and Wait: Screening').waitFor();

	await editor.openNode(NEXT);
	const input = editor.test('ndv-input-panel');
	for (const field of ['riskRating', 'flaggedCount', 'job', 'state']) {
		await input.getByText(field, { exact: true }).first().waitFor();
	}
	expect(await input.innerText()).toMatch(/preview/i);
	await editor.screenshot('preview');
});
