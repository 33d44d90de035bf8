import { interestNames } from '../../../sandbox/world/dictionaries';
import { useEditor } from '../support/browser';
import { useBench } from '../support/service';
import { chain, ours } from '../../../verify/harness/workflow';

const bench = useBench();
const editor = useEditor();

const NAME = 'Search creators';
/** Of the sandbox's dictionary. */
const typed = interestNames.slice(0, 2).map(({ name }) => name);

it('says what to do where the list cannot be read, and accepts typed text', async () => {
	const message = 'Your plan has no access to this';
	bench.sandbox.faults.add({ kind: 'status', status: 403, message, path: '/dictionary/*' });
	const parameters = {
		resource: 'creator',
		operation: 'search',
		limit: 1,
		moreFields: { creatorInterests: { __rl: true, mode: 'list', value: '' } },
	};
	const node = ours('creatorSearch', parameters, bench.credential, { name: NAME });
	const { id } = await bench.n8n.createWorkflow(chain('Pickers', [node]));
	await editor.openWorkflow(id);
	await editor.openNode(NAME);
	const picker = editor.test('resource-locator-creatorInterests');
	await picker.locator('[data-test-id="rlc-input"]').click();
	await editor.page
		.getByText(/is not allowed to use GET \/dictionary\/interests.* choose 'Name' on the left/)
		.first()
		.waitFor();
	await editor.screenshot('picker-rejected');
	await editor.page.keyboard.press('Escape');

	await picker.locator('[data-test-id="rlc-mode-selector"]').click();
	await editor.page
		.locator('.el-select-dropdown__item:visible')
		.getByText('Name', { exact: true })
		.click();
	await picker
		.locator('[data-test-id="rlc-input"] input, input[data-test-id="rlc-input"]')
		.fill(typed.join(', '));
	await editor.screenshot('picker-typed');
	await editor.executeStep();
	expect(bench.sandbox.log.find({ method: 'POST', path: '/discovery' }).at(-1)?.body).toEqual({
		creator_interests: typed,
	});
});
