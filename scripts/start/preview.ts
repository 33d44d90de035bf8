import { writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';

import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import type { Sandbox } from '../../sandbox';
import { packageName } from '../n8n/paths';
import type { Progress } from '../n8n/progress';
import { readExample, SHOWPIECE } from './examples';

/**
 * Runs the nodes of "Vetting a shortlist" on n8n's engine, so that there is a result to look at
 * while n8n is still being installed. Only for the sandbox: a real service charges for it.
 */
export async function runPreview(
	{ url, token }: Pick<Sandbox, 'url' | 'token'>,
	file: string,
	progress: Progress,
): Promise<void> {
	const { runNode, types } = await progress.step("Loading n8n's engine and the nodes", {}, () =>
		loadEngine(join(dirname(file), 'preview')),
	);
	const { nodes } = await readExample(SHOWPIECE);
	const step = async (
		name: string,
		items: INodeExecutionData[],
		result: (rows: IDataObject[]) => string,
	): Promise<INodeExecutionData[]> => {
		const found = nodes.find((node) => node.name === name);
		const node = types.find(
			({ description }) => `${packageName}.${description.name}` === found?.type,
		);
		if (!found || !node) throw new Error(`${SHOWPIECE} has no node "${name}"`);
		const { parameters } = found;
		const credentials = { baseUrl: url, apiToken: token };
		const run = async () => {
			const ran = await runNode({ node, parameters, items, credentials });
			if (ran.error) throw ran.error;
			return ran.items[0];
		};
		return await progress.step(name, { result: (made) => result(made.map(jsonOf)) }, run);
	};

	const creators = await step('Find four creators', [{ json: {} }], (rows) =>
		rows.map((row) => row.full_name).join(', '),
	);
	const profiles = creators.map(({ json }) => String(json.url));
	const [overlap, checks] = await Promise.all([
		step('Compare audiences', [{ json: { profiles } }], ([row]) => overlapIn(row)),
		step('Check profiles for risks', creators, (rows) =>
			rows.map((row) => `${row.full_name}: ${row.riskRating}`).join(', '),
		),
	]);
	const flagged = await step('Read the flagged posts', checks, (rows) => `${rows.length} posts`);
	const results = [...creators, ...overlap, ...checks, ...flagged];
	const [report] = await step(
		'Create the report',
		results,
		() => `open ${pathToFileURL(file).href}`,
	);
	await writeFile(file, String(report.json.reportHtml));
}

/** Loaded when it is needed: it takes seconds, and the engine reads the environment meanwhile. */
async function loadEngine(userFolder: string) {
	process.env.N8N_USER_FOLDER = userFolder;
	const { runNode } = await import('../../test/engine/engine');
	const { loadNodeSources } = await import('../../test/engine/package');
	return { runNode, types: (await loadNodeSources()).map(({ type }) => type) };
}

const jsonOf = ({ json }: INodeExecutionData): IDataObject => json;

function overlapIn({
	total_follower_count: total,
	unique_follower_count: unique,
}: IDataObject): string {
	const [all, different] = [total, unique].map((count) => Number(count).toLocaleString('en-US'));
	return `${different} unique of ${all} followers`;
}
