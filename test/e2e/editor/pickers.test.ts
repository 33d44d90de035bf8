import { Editor } from '../support/browser';
import { useBench } from '../support/service';
import { chain, ours } from '../support/workflow';

const bench = useBench();
let editor: Editor;

beforeAll(async () => {
	editor = await Editor.open();
});
afterAll(async () => await editor.close());

async function openNode(parameters: Parameters<typeof ours>[1]) {
	const node = ours('creatorSearch', parameters, bench.credential);
	const { id } = await bench.n8n.createWorkflow(chain('Pickers', [node]));
	await editor.openWorkflow(id);
	await editor.openNode('creatorSearch');
}

it('picks a country and a language while typing, and finds their creators', async () => {
	await openNode({
		resource: 'creator',
		operation: 'search',
		moreFields: { creatorLanguageCode: { __rl: true, mode: 'list', value: '' } },
	});
	await editor.pick('entry', 'germ', 'Germany - country');
	await editor.pick('creatorLanguageCode', 'french', 'French - fr');
	await editor.screenshot('picker');
	await editor.executeStep();
	const germany = bench.sandbox.log
		.all({ method: 'POST', path: '/discovery' })
		.map(({ body }) => body);
	expect(germany).toEqual([
		{ creator_locations: [expect.stringMatching(/^loc_/)], creator_language: { code: 'fr' } },
	]);
});

it('shows what was picked or typed before', async () => {
	await openNode({
		resource: 'contact',
		operation: 'get',
		identifier: 'plain-text-of-before',
	});
	await editor.page.waitForTimeout(1_000);
	await editor.screenshot('picker-plain');
});

it('says what to do where the list cannot be read', async () => {
	bench.sandbox.faults.add({ kind: 'status', status: 403, path: '/dictionary/*' });
	await openNode({ resource: 'creator', operation: 'search' });
	await editor.test('resource-locator-entry').locator('input').first().click();
	await editor.page.waitForTimeout(2_000);
	await editor.screenshot('picker-refused');
});
