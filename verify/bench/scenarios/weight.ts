import { join } from 'node:path';

import { repositoryRoot } from '../../../scripts/n8n/paths';
import { runScript } from '../../../scripts/processes';
import { median } from '../../report/figures';
import type { Figure } from '../figures';
import type { Workbench } from '../Workbench';

const GROUP = 'Weight';

export async function weight(bench: Workbench, loads: number): Promise<Figure[]> {
	const times: number[] = [];
	for (let n = 0; n < loads; n++) times.push(await loadTime());
	return [
		{
			id: 'weight.packed',
			group: GROUP,
			label: 'packed size',
			value: bench.packedBytes / 1024,
			unit: 'KiB',
		},
		{
			id: 'weight.load',
			group: GROUP,
			label: 'loading all nodes',
			value: median(times),
			unit: 'ms',
		},
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
	return [
		{
			id: 'weight.start',
			group: GROUP,
			label: "n8n's start, longer by",
			value: median(more),
			unit: 'ms',
		},
	];
}

/** Of the build that was packed. */
async function loadTime(): Promise<number> {
	const script = join(repositoryRoot, 'scripts/load-time.mjs');
	const { stdout } = await runScript(script, [repositoryRoot]);
	return Number(stdout);
}
