import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import type { INodeParameters } from 'n8n-workflow';

import type { Operation } from '../../../nodes/shared/catalogue/types';
import { repositoryRoot } from '../../../scripts/n8n/paths';
import { areas } from '../../nodes/areas';
import { useEditor } from '../support/browser';
import { useBench } from '../support/service';
import { TRIGGER } from '../../../verify/harness/trigger';
import { chain, ours, row } from '../../../verify/harness/workflow';

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

const editor = useEditor();
interface Look extends FirstLook {
	where: string;
}

const looks: Look[] = [];

beforeAll(async () => {
	await editor.page.setViewportSize(SIZE);
});

afterAll(async () => {
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

/** Submit has the fields of Submit and Wait without the wait, and Get only an ID. */
const isLong = ({ kind }: Operation) => kind !== 'submit' && kind !== 'get';

it.each(areas.map(({ node, catalogue }) => ({ name: node.description.name, catalogue })))(
	'the forms of $name fit on a screen',
	async ({ name, catalogue }) => {
		const workflow = await bench.n8n.createWorkflow(
			chain('Forms', [ours(name, {}, bench.credential)]),
		);
		await editor.openWorkflow(workflow.id);
		await editor.openNode(name);
		for (const resource of catalogue) {
			if (catalogue.length > 1) await editor.choose('resource', resource.name);
			for (const operation of resource.operations.filter(isLong)) {
				if (resource.operations.length > 1) await editor.choose('operation', operation.name);
				const look = await editor.page.evaluate<FirstLook>(MEASURE);
				looks.push({ where: `${name}, ${resource.name}: ${operation.name}`, ...look });
			}
		}
		expect(tooLarge(name)).toEqual([]);
	},
	// Dozens of operations, each with two clicks.
	600_000,
);

it.each<[string, INodeParameters]>([
	['the IDs of jobs', {}],
	['a request', { source: 'submit' }],
	['the IDs of screenings', { event: 'screeningChanged' }],
])('the trigger fits on a screen: %s', async (what, parameters) => {
	const node = ours(TRIGGER, parameters, bench.credential);
	const { id } = await bench.n8n.createWorkflow(row('Forms', [node]));
	await editor.openWorkflow(id);
	await editor.openNode(node.name);
	const where = `${TRIGGER}, ${what}`;
	looks.push({ where, ...(await editor.page.evaluate<FirstLook>(MEASURE)) });
	expect(tooLarge(where)).toEqual([]);
});

/** A search and a request of the trigger ask for more. */
const LARGER: ReadonlyArray<[RegExp, controls: number, height: number]> = [
	[/, Creator: Search$/, 10, 900],
	[/, a request$/, 12, 925],
];

function tooLarge(where: string): Look[] {
	return looks.filter((look) => {
		const [, controls, height] = LARGER.find(([is]) => is.test(look.where)) ?? ['', 8, 800];
		const isLarge = look.controls.length > controls || look.height > height;
		return look.where.startsWith(where) && (isLarge || look.cut.length > 0 || look.scrollsSideways);
	});
}
