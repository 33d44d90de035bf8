import { join } from 'node:path';

import { repositoryRoot } from '../../../scripts/n8n/paths';
import { runScript } from '../../../scripts/processes';
import { median } from '../../report/figures';
import { inGroup, type Figure } from '../figures';
import type { Workbench } from '../Workbench';

const figure = inGroup('Weight');

export async function weight(bench: Workbench, loads: number): Promise<Figure[]> {
	const times: number[] = [];
	for (let n = 0; n < loads; n++) times.push(await loadTime());
	return [
		figure('weight.packed', 'packed size', bench.packedBytes / 1024, 'KiB'),
		figure('weight.load', 'loading all nodes', median(times), 'ms'),
	];
}

/** How much longer n8n takes to start with the package than without it. */
export async function startUp(bench: Workbench, rounds: number): Promise<Figure[]> {
	const more: number[] = [];
	// The first start of a folder makes its database.
	await bench.start('without');
	await bench.start('with');
	for (let round = 0; round < rounds; round++) {
		const without = await bench.start('without');
		more.push((await bench.start('with')) - without);
	}
	await bench.start();
	return [figure('weight.start', "n8n's start, longer by", median(more), 'ms')];
}

/** Of the build that was packed. */
async function loadTime(): Promise<number> {
	const script = join(repositoryRoot, 'verify/bench/load-time.mjs');
	const { stdout } = await runScript(script, [repositoryRoot]);
	return Number(stdout);
}
