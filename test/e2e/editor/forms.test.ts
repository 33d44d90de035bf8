import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { repositoryRoot } from '../../../scripts/n8n/paths';
import { areas } from '../../nodes/areas';
import { Editor } from '../support/browser';
import { useBench } from '../support/service';
import { chain, ours } from '../../../verify/harness/workflow';

const bench = useBench();

const SIZE = { width: 1440, height: 900 };

/** What a panel shows before anything is filled in. */
interface FirstLook {
	controls: string[];
	height: number;
	/** Labels that do not fit into their place. */
	cut: string[];
	scrollsSideways: boolean;
}

let editor: Editor;
interface Look extends FirstLook {
	where: string;
}

const looks: Look[] = [];

beforeAll(async () => {
	editor = await Editor.open();
	await editor.page.setViewportSize(SIZE);
});

afterAll(async () => {
	await editor.close();
	const folder = join(repositoryRoot, 'coverage');
	await mkdir(folder, { recursive: true });
	await writeFile(join(folder, 'forms.json'), JSON.stringify(looks, null, '\t'));
});

/** Runs in the browser. The tab with the node's settings is there too, hidden. */
const MEASURE = `(() => {
	const panel = document.querySelector('[data-test-id="node-parameters"]');
	const all = (selector) =>
		[...panel.querySelectorAll(selector)].filter((each) => each.offsetParent !== null);
	const parts = all('.parameter-item, .multi-parameter').map((each) => each.getBoundingClientRect());
	const isCut = (each) => each.clientWidth > 0 && each.scrollWidth > each.clientWidth + 1;
	return {
		controls: all('.parameter-item').map((each) => each.innerText.split('\\n')[0]),
		height: Math.round(
			Math.max(...parts.map(({ bottom }) => bottom)) - Math.min(...parts.map(({ top }) => top)),
		),
		cut: all('label, label *, .multi-parameter .n8n-text, button span, .el-select input')
			.filter(isCut)
			.map((each) => each.value ?? each.innerText),
		scrollsSideways: panel.scrollWidth > panel.clientWidth + 1,
	};
})()`;

it.each(areas.map(({ node, area }) => ({ name: node.description.name, area })))(
	'each operation of $name fits on a screen',
	async ({ name, area }) => {
		const workflow = await bench.n8n.createWorkflow(
			chain('Forms', [ours(name, {}, bench.credential)]),
		);
		await editor.openWorkflow(workflow.id);
		await editor.openNode(name);
		for (const resource of area) {
			if (area.length > 1) await editor.choose('resource', resource.name);
			for (const operation of resource.operations) {
				if (resource.operations.length > 1) await editor.choose('operation', operation.name);
				const look = await editor.page.evaluate<FirstLook>(MEASURE);
				looks.push({ where: `${name}, ${resource.name}: ${operation.name}`, ...look });
			}
		}
		const isSearch = ({ where }: Look) => where.endsWith(', Creator: Search');
		const bad = looks.filter(
			(look) =>
				look.where.startsWith(name) &&
				(look.controls.length > (isSearch(look) ? 12 : 8) ||
					look.height > (isSearch(look) ? 1_000 : 800) ||
					look.cut.length > 0 ||
					look.scrollsSideways),
		);
		expect(bad).toEqual([]);
	},
	// Dozens of operations, each with two clicks.
	600_000,
);
