import { useEditor } from '../support/browser';
import { comparePictures } from '../support/pictures';
import { useBench } from '../support/service';
import { chain, ours } from '../../../verify/harness/workflow';

// The looks themselves are compared where the nodes are used, in areas.test.ts and trigger.test.ts.

const bench = useBench();

const editor = useEditor();
let workflow: string;
let accepted: Buffer;

beforeAll(async () => {
	const node = ours('creatorSearch', {}, bench.credential);
	workflow = (await bench.n8n.createWorkflow(chain('Looks', [node]))).id;
	await open();
	accepted = await editor.panelPicture();
});

async function open(): Promise<void> {
	await editor.openWorkflow(workflow);
	await editor.openNode('creatorSearch');
}

const PANEL = '[data-test-id="node-parameters"]';
/** The parameter of this label. */
const parameter = (label: string) =>
	`[...document.querySelectorAll('${PANEL} .parameter-item')].find((each) => each.innerText.startsWith('${label}'))`;

it('the panel looks the same each time', async () => {
	await open();
	expect(comparePictures(accepted, await editor.panelPicture())).toEqual({
		kind: 'same',
		share: 0,
	});
});

it.each([
	['a field is missing', `${parameter('Limit')}.style.display = 'none'`],
	['a label has one letter more', `${parameter('Keyword')}.querySelector('label').append('s')`],
])('the panel looks different where %s', async (_, change) => {
	await open();
	await editor.page.evaluate(`void (${change})`);
	expect(comparePictures(accepted, await editor.panelPicture()).kind).toBe('different');
});

it('the fonts come from n8n, so that the fonts of the machine make no difference', async () => {
	const session = await editor.page.context().newCDPSession(editor.page);
	await session.send('DOM.enable');
	await session.send('CSS.enable');
	const { root } = await session.send('DOM.getDocument');
	const { nodeIds } = await session.send('DOM.querySelectorAll', {
		nodeId: root.nodeId,
		selector: `${PANEL} *`,
	});
	const used = await Promise.all(
		nodeIds.map(async (nodeId) => await session.send('CSS.getPlatformFontsForNode', { nodeId })),
	);
	const fonts = used.flatMap(({ fonts: each }) => each);
	expect(fonts.length).toBeGreaterThan(0);
	expect(fonts.filter(({ isCustomFont }) => !isCustomFont)).toEqual([]);
});
