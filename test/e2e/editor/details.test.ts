import { Editor, useEditor } from '../support/browser';
import { useBench } from '../support/service';
import { chain, fields, ours } from '../../../verify/harness/workflow';

const bench = useBench();

const editor = useEditor();

const AREAS = [
	['creatorSearch', 'Creator Search'],
	['socialBackgroundCheck', 'Social Background Check'],
	['contentAndComments', 'Content and Comments'],
	['purchaseIntent', 'Purchase Intent'],
	['commentsRelevance', 'Comments Relevance'],
	['socialListening', 'Social Listening'],
];

const NAME = 'Profile analytics';

async function openNode(type: string, parameters: Parameters<typeof ours>[1]): Promise<void> {
	const node = { ...ours(type, parameters, bench.credential), name: NAME };
	const { id } = await bench.n8n.createWorkflow(chain('Details', [node]));
	await editor.openWorkflow(id);
	await editor.openNode(NAME);
}

it('an error shows its message and its description', async () => {
	await openNode('creatorSearch', {
		resource: 'profileAnalytics',
		operation: 'get',
		bodyFields: fields({ identifier: 'unknown' }),
	});
	await editor.executeStep();
	expect(await editor.test('node-error-message').innerText()).toMatch(/not found|unknown/i);
	expect(await editor.test('node-error-description').innerText()).toMatch(/\S/);
	await editor.screenshot('error');
});

it('the credential turns green, and red with a reason', async () => {
	await openNode('creatorSearch', { resource: 'dictionary', operation: 'getLanguages' });
	await editor.test('credential-edit-button').click();
	const dialog = editor.test('editCredential-modal');
	await dialog.waitFor();
	await editor.test('credentials-config-container-test-success').waitFor();
	await editor.screenshot('credential');

	await editor.test('parameter-input-apiToken').locator('input').fill('wrong');
	await editor.test('credential-save-button').click();
	await dialog.getByText(/Couldn.t connect with these settings/).waitFor();
	await dialog.getByText(/More details/i).click();
	await dialog.getByText(/The service did not accept the API token/).waitFor();
	await editor.screenshot('credential-rejected');

	await editor.test('parameter-input-apiToken').locator('input').fill(bench.sandbox.token);
	await editor.test('credential-save-button').click();
	await editor.test('credentials-config-container-test-success').waitFor();
});

it.each(['light', 'dark'] as const)('draws the icons for a %s canvas', async (scheme) => {
	const nodes = AREAS.map(([type, name]) => ({ ...ours(type, {}, bench.credential), name }));
	const { id } = await bench.n8n.createWorkflow(chain(`Icons ${scheme}`, nodes));
	const canvas = new Editor();
	await canvas.open(scheme);
	try {
		await canvas.openWorkflow(id);
		const images = canvas.page.locator('[data-test-id="canvas-node"] img');
		await images.nth(AREAS.length - 1).waitFor();
		const sources = await images.evaluateAll((all) =>
			all.map((image) => image.getAttribute('src')),
		);
		const drawn = await images.evaluateAll((all) =>
			all.map((image) => 'naturalWidth' in image && Number(image.naturalWidth) > 0),
		);
		for (const [index, [type]] of AREAS.entries()) {
			expect(sources[index]).toContain(scheme === 'dark' ? `${type}.dark.svg` : `${type}.svg`);
			expect(drawn[index]).toBe(true);
		}
		await canvas.screenshot(`icons-${scheme}`);
	} finally {
		await canvas.close();
	}
});
