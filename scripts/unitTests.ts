import { join } from 'node:path';

import { installRuntime } from './n8n/install';
import { repositoryRoot } from './n8n/paths';
import { Progress } from './n8n/progress';
import { currentVersion, Runtime } from './n8n/runtime';
import { run } from './processes';
import { emptyReport, type Totals, totalsOf } from './results';

interface UnitTests {
	/** Of its result. */
	name: string;
	/** The Node that runs them; that of this process otherwise. */
	node?: string;
	/** For jest: which tests, and how. */
	args?: string[];
}

/** Runs the tests that need no n8n server, or some of them. */
export async function runUnitTests({
	name,
	node = process.execPath,
	args = [],
}: UnitTests): Promise<Totals> {
	const began = performance.now();
	const report = emptyReport(name);
	// For the workers, too: with less room for new objects, collecting them takes a tenth of the time.
	const jest = ['--max-semi-space-size=64', join(repositoryRoot, 'node_modules/jest/bin/jest.js')];
	const { code } = await run(node, [...jest, '--json', `--outputFile=${report}`, ...args], {
		cwd: repositoryRoot,
		env: { ...process.env, NODE_ENV: undefined },
		stdio: 'inherit',
	});
	console.log(`\n${code === 0 ? 'passed' : 'FAILED'}: tests, ${since(began)}`);
	return totalsOf(report, code);
}

export const since = (began: number): string =>
	`${((performance.now() - began) / 1000).toFixed(1)} s`;

/** The Node that runs n8n, installed with it; nothing if this process runs on the same version. */
export async function otherNode(): Promise<string | undefined> {
	const runtime = new Runtime(currentVersion);
	if (runtime.runsOnThisNode) return undefined;
	await installRuntime(runtime, new Progress());
	return runtime.node;
}
