// The whole of `npm run test:faults`: every operation under every fault, in the real n8n. Prints a
// table, writes docs/faults.json and docs/faults.md, and fails if a cell is not as expected.
// --short runs a handful of cells and writes nothing. --only takes names of faults, separated by
// commas; the others stay in the files as they are.
import { parseArgs } from 'node:util';

import { savedFigures, writeDocument } from '../scripts/documents';
import { explain } from '../scripts/n8n/problem';
import { chosen } from '../scripts/only';
import { writeTotals } from '../scripts/results';
import { versionsNow } from '../scripts/versions';
import { faults } from './faults';
import { isOurs, operations } from './operations';
import { page, table, type Results } from './report';
import { cellsOf, runFault, type Result } from './run';
import { TestBed } from './TestBed';

async function main(): Promise<void> {
	const { values } = parseArgs({
		options: { short: { type: 'boolean', default: false }, only: { type: 'string' } },
	});
	const chosenFaults = chosen(faults, values.only).filter(
		({ isShort }) => isShort || !values.short,
	);
	const chosenOperations = operations.filter(({ isShort }) => isShort || !values.short);
	const plan = chosenFaults.map((fault) => ({ fault, cells: cellsOf(fault, chosenOperations) }));
	const count = plan.reduce((sum, { cells }) => sum + cells.length, 0);
	const bed = await TestBed.open(count);
	const cells: Result[] = [];
	try {
		for (const { fault, cells: ofFault } of plan) {
			const began = Date.now();
			const found = await runFault(bed, fault, ofFault);
			cells.push(...found);
			const seconds = Math.round((Date.now() - began) / 1_000);
			console.log(`${fault.label}: ${ofFault.length} cells, ${seconds} s`);
			for (const { doer, operation, verdict } of found) {
				if (!isOurs(doer) || verdict.objections.length === 0) continue;
				console.log(`  ${operation}, ${doer}: ${verdict.objections.join('; ')}`);
			}
		}
	} finally {
		await bed.close();
	}
	const results: Results = {
		date: new Date().toISOString(),
		versions: versionsNow(),
		cells,
	};
	console.log(`\n${table(results, { faults, operations })}\n`);
	if (!values.short) await save({ ...results, cells: merged(cells, values.only) });
	const ours = cells.filter(({ doer }) => isOurs(doer));
	const failed = ours.filter(({ verdict }) => verdict.objections.length > 0).length;
	writeTotals('faults', { passed: ours.length - failed, failed });
	console.log(`${ours.length - failed} passed, ${failed} failed`);
	if (failed > 0) process.exitCode = 1;
}

/** Cells of other faults, as they were saved, and the new ones. */
function merged(cells: Result[], only?: string): Result[] {
	const saved = only === undefined ? [] : (savedFigures<Results>('faults.json')?.cells ?? []);
	const isNew = ({ fault }: Result) => cells.some((each) => each.fault === fault);
	return [...saved.filter((each) => !isNew(each)), ...cells];
}

async function save(results: Results): Promise<void> {
	await writeDocument('faults.json', JSON.stringify(results));
	await writeDocument('faults.md', page(results, { faults, operations }));
}

main().catch((error: unknown) => {
	console.error(explain(error));
	process.exitCode = 1;
});
