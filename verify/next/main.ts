// The end-to-end tests of the nodes with the settings that version 3 of n8n requires or turns on:
// what n8n's own report on breaking changes names, as far as it can be set in the version of today.
import { runEndToEnd } from '../../scripts/endToEnd';
import type { Totals } from '../../scripts/results';
import { aligned } from '../../scripts/tables';
import { type Arguments, chosen, totalsOf } from '../experiment';
import { saveParts } from '../report/evidence';
import { git, measuredNow } from '../report/provenance';
import { CASES, type Case, NODES, page, type Result, rowOf, TRIGGER } from './report';

/** What --short runs: one process, and all settings together in queue mode. */
const SHORT = ['ssrf', 'version3'];
const SHORT_TESTS = ['test/e2e/core'];

export async function run({ isShort, only, line }: Arguments): Promise<Totals> {
	const measures = ['runtime', ...NODES, TRIGGER, 'verify/harness/settings.ts'];
	const provenance = measuredNow('next', measures);
	const cases = chosen(CASES, isShort ? (only ?? SHORT.join()) : only);
	const results: Result[] = [];
	for (const each of cases) results.push(await resultOf(each, line, isShort ? SHORT_TESTS : []));
	console.log(aligned(results.map(rowOf)));
	if (!isShort) {
		const idOf = ({ id }: Result) => id;
		await saveParts({ name: 'next', news: results, idOf, only, provenance, page });
	}
	return totalsOf(results);
}

async function resultOf({ id, settings, tests }: Case, line: string, short: string[]) {
	const [commit, date] = [git('rev-parse', '--short', 'HEAD'), new Date().toISOString()];
	const { passed, failed } = await runEndToEnd({
		line,
		settings,
		rest: short.length > 0 ? short : tests,
	});
	const isFailed = failed > 0 || passed === 0;
	const objections = isFailed ? [`${failed} tests of ${id} failed`] : [];
	return { id, passed, failed, commit, date: date.slice(0, 10), objections };
}
