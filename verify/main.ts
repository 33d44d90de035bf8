// npm run verify -- <experiment>: runs an experiment and fails if a result is not as expected. Most run on the
// real n8n. Without --short and --only, most save their figures and a page in docs/evidence.
import { parseArgs } from 'node:util';

import { explain, Problem } from '../scripts/n8n/problem';
import { currentVersion, isSupportedVersion, supportedVersions } from '../scripts/n8n/runtime';
import { writeTotals } from '../scripts/results';
import { ensureCompiler } from '../scripts/system/compiler';
import type { Arguments, Experiment } from './experiment';
import { N8N_VERSION_VARIABLE } from './harness/login';
import { ages } from './report/provenance';

/** Each is a folder whose main.ts exports `run`. */
const EXPERIMENTS: Record<string, string> = {
	faults: 'every operation under every fault; --only <faults>',
	crashes: 'n8n dies at each moment of a poll; --only <scenarios>, --n8n <line>',
	soak: 'operations under random faults, then large loads; --seed 1, --only faults or loads',
	overnight:
		'in queue mode: limits that two workers share, and two nights of a campaign while everything is killed; --only <limits or nights>, --seed 1 --creators 2000',
	bench: "next to n8n's own nodes; --only <scenarios>",
	blocking: "how long each step keeps n8n's only thread, at most 100 ms; --only <part of a name>",
	mutants: 'small changes of the code that decides about money, which a test has to notice',
	mistakes: 'mistakes that a person chose, which a test has to notice; --only 1-20',
};

const text = { type: 'string' } as const;

function readArguments(): Arguments & { name: string } {
	const { values, positionals } = parseArgs({
		options: {
			short: { type: 'boolean', default: false },
			n8n: { ...text, default: currentVersion },
			only: text,
			seed: { ...text, default: '1' },
			creators: text,
		},
		allowPositionals: true,
	});
	const { n8n: line, only, short: isShort } = values;
	if (!isSupportedVersion(line))
		throw new Problem(`--n8n takes ${supportedVersions.join(' or ')}.`);
	const numberOf = (name: 'seed' | 'creators', value: string) => {
		if (!(Number(value) > 0)) throw new Problem(`--${name} takes a number above 0.`);
		return Number(value);
	};
	const seed = numberOf('seed', values.seed);
	const creators =
		values.creators === undefined ? undefined : numberOf('creators', values.creators);
	return { name: positionals[0] ?? '', line, only, isShort, seed, creators };
}

async function main(): Promise<void> {
	const { name, ...args } = readArguments();
	if (EXPERIMENTS[name] === undefined) {
		const names = Object.entries(EXPERIMENTS).map(([id, what]) => `  ${id.padEnd(9)} ${what}`);
		console.log(['npm run verify -- <experiment> [--short]', ...names, '', ...ages()].join('\n'));
		process.exitCode = name === '' ? 0 : 1;
		return;
	}
	process.env[N8N_VERSION_VARIABLE] = args.line;
	await ensureCompiler();
	const { run } = (await import(`./${name}/main.ts`)) as { run: Experiment };
	const totals = await run(args);
	writeTotals(name, totals);
	console.log(`${totals.passed} passed, ${totals.failed} failed`);
	if (totals.failed > 0 || totals.passed === 0) process.exitCode = 1;
}

main().catch((error: unknown) => {
	console.error(explain(error));
	process.exitCode = 1;
});
