// Every operation under every fault, in the real n8n. Fails if a cell is not as expected.
import { type Arguments, chosen, totalsOf } from '../experiment';
import type { Totals } from '../../scripts/results';
import { Harness } from '../harness/Harness';
import { isOurs, operations } from '../operations/operations';
import { publish } from '../report/evidence';
import { measuredNow } from '../report/provenance';
import { faults } from './faults';
import { page } from './report';
import { cellsOf, runFault, type Result } from './run';

/** Faults of the short form. */
const SHORT = 'rateLimit,cutAfter';

export async function run({
	isShort,
	only = isShort ? SHORT : undefined,
}: Arguments): Promise<Totals> {
	const measures = ['sandbox', 'verify/faults', 'verify/operations', 'verify/judge'];
	const provenance = measuredNow('faults', measures);
	const plan = chosen(faults, only);
	const harness = await Harness.open('faults');
	const results: Result[] = [];
	try {
		for (const fault of plan) {
			const cells = cellsOf(fault, operations);
			const began = Date.now();
			results.push(...(await runFault(harness, fault, cells)));
			const seconds = Math.round((Date.now() - began) / 1_000);
			console.log(`${fault.label}: ${cells.length} cells, ${seconds} s`);
		}
	} finally {
		await harness.close();
	}
	publish({
		...{ name: 'faults', provenance, figures: { results }, page: page(results, provenance) },
		isSaved: only === undefined,
	});
	return totalsOf(
		results.filter(({ contender }) => isOurs(contender)).map(({ verdict }) => verdict),
	);
}
