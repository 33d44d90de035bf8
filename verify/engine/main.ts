// Runs single steps on n8n's second engine, which is off by default: what works there already, and
// what its adapter does not support yet.
import { spawn } from 'node:child_process';
import { join } from 'node:path';

import type { INodeExecutionData, INodeParameters } from 'n8n-workflow';

import { startSandbox, type Sandbox } from '../../sandbox';
import { unpack } from '../../scripts/n8n/tarball';
import { outcomeOf } from '../../scripts/processes';
import { aligned, markdown } from '../../scripts/tables';
import { type Arguments, totalsOf } from '../experiment';
import { install } from '../harness/install';
import { saveEvidence } from '../report/evidence';
import { measuredNow, sentence } from '../report/provenance';

interface Step {
	node: string;
	parameters: INodeParameters;
	items?: INodeExecutionData[];
	settings?: { onError?: string; retryOnFail?: boolean };
}

interface StepResult {
	outputs?: INodeExecutionData[][];
	error?: string;
}

interface Scenario {
	what: string;
	steps: Step[];
	/** What happened, in words, and whether it is as this page says. */
	judge: (results: StepResult[], paidJobs: number) => { came: string; isExpected: boolean };
}

const SCREEN: INodeParameters = {
	resource: 'screening',
	operation: 'submitAndWait',
	bodyMode: 'json',
};
const screen = (url: string, more: INodeParameters = {}): Step => ({
	node: 'socialBackgroundCheck',
	parameters: { ...SCREEN, bodyJson: JSON.stringify({ profile_url: url }), ...more },
});
const first = ({ outputs }: StepResult) => outputs?.[0] ?? [];

const scenariosFor = ({ world: { creators } }: Sandbox): Scenario[] => [
	{
		what: 'a call, for three items',
		steps: [
			{
				node: 'creatorSearch',
				parameters: { resource: 'contact', operation: 'get', bodyMode: 'input' },
				items: creators.slice(0, 3).map(({ username }) => ({ json: { identifier: username } })),
			},
		],
		judge: ([result]) => ({
			came: `${first(result).length} of 3 items, each paired with its input`,
			isExpected:
				first(result).length === 3 &&
				first(result).every(({ pairedItem }, item) => isPair(pairedItem, item)),
		}),
	},
	{
		what: 'a list over several pages',
		steps: [
			{
				node: 'creatorSearch',
				parameters: { resource: 'creator', operation: 'search', returnAll: false, limit: 120 },
			},
		],
		judge: ([result]) => ({
			came: `${first(result).length} of 120 rows`,
			isExpected: first(result).length === 120,
		}),
	},
	{
		what: 'a job, submitted and waited for',
		steps: [screen(creators[0].url)],
		judge: ([result]) => {
			const { state } = (first(result)[0]?.json.job ?? {}) as { state?: string };
			return { came: `1 job, ${state}`, isExpected: state === 'finished' };
		},
	},
	{
		what: 'a file',
		steps: [screen(creators[1].url, { options: { report: 'file' } })],
		judge: ([result]) => {
			const names = Object.keys(first(result)[0]?.binary ?? {});
			return { came: `binary data: ${names.join()}`, isExpected: names.includes('report') };
		},
	},
	{
		what: 'an error with On Error: Continue',
		steps: [
			{
				...screen('x', { bodyJson: '{"profile_url": 7}' }),
				settings: { onError: 'continueRegularOutput' },
			},
		],
		judge: ([result]) => {
			const { error } = first(result)[0]?.json ?? {};
			const came = error === undefined ? 'the input, without a word of the error' : 'an error item';
			return { came, isExpected: true };
		},
	},
	{
		what: 'a second try after a failed one (a paid job, then a rejected one)',
		steps: [1, 2].map(() => ({
			node: 'socialBackgroundCheck',
			parameters: { ...SCREEN, bodyMode: 'input' },
			items: [{ json: { profile_url: creators[2].url } }, { json: { profile_url: 7 } }],
		})),
		judge: (results, paidJobs) => ({
			came: `${results.filter(({ error }) => error).length} failed tries, ${paidJobs} jobs paid for`,
			isExpected: paidJobs <= 2,
		}),
	},
];

function isPair(pairedItem: INodeExecutionData['pairedItem'], item: number): boolean {
	return typeof pairedItem === 'object' && 'item' in pairedItem && pairedItem.item === item;
}

export async function run({ isShort, line }: Arguments) {
	const { runtime, tarball, folder } = await install('engine', line);
	const unpacked = join(folder, 'unpacked');
	await unpack(tarball, unpacked);
	const sandbox = await startSandbox({ creators: 300, durations: { screening: 0 } });
	const results: Array<{ what: string; came: string; objections: string[] }> = [];
	try {
		for (const { what, steps, judge } of scenariosFor(sandbox)) {
			const before = sandbox.jobs.submitted();
			const modules = join(runtime.folder, 'node_modules');
			const child = spawn(runtime.node, [join(__dirname, 'steps.cjs')], {
				cwd: runtime.folder,
				env: { ...process.env, NODE_PATH: modules, N8N_USER_FOLDER: folder },
			});
			child.stdin.end(
				JSON.stringify({ folder: unpacked, baseUrl: sandbox.url, apiToken: sandbox.token, steps }),
			);
			const { stdout, stderr, code } = await outcomeOf(child);
			if (code !== 0) throw new Error(`The steps ended with ${code}. ${stderr}`);
			const said = JSON.parse(stdout.split('\n').at(-1) ?? '') as StepResult[];
			const { came, isExpected } = judge(said, sandbox.jobs.submitted() - before);
			const errors = isExpected ? [] : said.flatMap(({ error }) => error ?? []);
			results.push({
				what,
				came: [came, ...errors].join(': '),
				objections: isExpected ? [] : [came],
			});
		}
	} finally {
		await sandbox.close();
	}
	const rows = results.map(({ what, came }) => [what, came]);
	console.log(aligned([['step', 'what happened'], ...rows]));
	if (!isShort) await save(rows);
	return totalsOf(results);
}

async function save(rows: string[][]): Promise<void> {
	const provenance = measuredNow('engine', ['verify/engine']);
	const page = `# The nodes on n8n's second engine

n8n has a second engine (\`@n8n/engine\`), which is off by default and not in use yet. An adapter
(\`@n8n/node-engine-compatibility\`) runs the nodes of today on it. These steps ran through it, with the package as it would
be published, against the sandbox.

${markdown(['step', 'what happened'], rows)}

What the adapter does not support yet:

- **It has no retries of its own, and each step begins with an empty node context.** The nodes keep there what an earlier try
  has paid for. So a step that is run again pays again for what the first try got. As long as n8n has no retries there, only
  running the workflow again does so.

Not run, but read in its code: the adapter hands no signal of Stop to a node, and runs no triggers.

${sentence(provenance)}
`;
	await saveEvidence('engine', provenance, { rows }, page);
}
