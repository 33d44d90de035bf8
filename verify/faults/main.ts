// Every operation under every fault, in the real n8n. Fails if a cell is not as expected.
import { type Arguments, chosen, totalsOf } from '../experiment';
import type { Totals } from '../../scripts/results';
import { Harness } from '../harness/Harness';
import { saveParts } from '../report/evidence';
import { measuredNow } from '../report/provenance';
import { faults } from './faults';
import { isOurs, operations } from './operations';
import { page, table } from './report';
import { cellsOf, runFault, type Result } from './run';

export async function run({ isShort, only }: Arguments): Promise<Totals> {
	const provenance = measuredNow('faults', ['sandbox', 'verify/faults', 'verify/judge']);
	const isChosen = (each: { isShort?: boolean }) => each.isShort || !isShort;
	const chosenOperations = operations.filter(isChosen);
	// Those that are named run in the short form, too.
	const plan = chosen(faults, only)
		.filter((fault) => only !== undefined || isChosen(fault))
		.map((fault) => ({ fault, cells: cellsOf(fault, chosenOperations) }));
	const count = plan.reduce((sum, { cells }) => sum + cells.length, 0);
	const harness = await Harness.open('faults', count);
	const cells: Result[] = [];
	try {
		for (const { fault, cells: ofFault } of plan) {
			const began = Date.now();
			const found = await runFault(harness, fault, ofFault);
			cells.push(...found);
			const seconds = Math.round((Date.now() - began) / 1_000);
			console.log(`${fault.label}: ${ofFault.length} cells, ${seconds} s`);
		}
	} finally {
		await harness.close();
	}
	const lists = { faults, operations };
	console.log(`\n${table(cells, lists)}\n`);
	if (!isShort) {
		await saveParts({
			...{ name: 'faults', news: cells, only, provenance },
			idOf: ({ fault }) => fault,
			page: (results, from) => page(results, lists, from),
		});
	}
	return totalsOf(cells.filter(({ contender }) => isOurs(contender)).map(({ verdict }) => verdict));
}
