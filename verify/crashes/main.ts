// n8n dies at every moment of a poll, and starts again. Fails if a moment is not as expected.
import type { Totals } from '../../scripts/results';
import { supportedVersions } from '../../scripts/n8n/runtime';
import { type Arguments, chosen, totalsOf } from '../experiment';
import { saveParts } from '../report/evidence';
import { measuredNow } from '../report/provenance';
import { Prepared } from './Instance';
import { page, table, type LineRun } from './report';
import { runScenario } from './run';
import { scenarios } from './scenarios';

/** In the short form: of one scenario every so many states. */
const SHORT = { only: 'finished', every: 4 };

export async function run({ line, isShort, only = isShort ? SHORT.only : undefined }: Arguments) {
	const measured = ['runtime', 'verify/crashes', 'verify/judge'];
	const provenance = measuredNow(`crashes --n8n ${line}`, measured, line);
	const prepared = await Prepared.make(line);
	const began = Date.now();
	const secondsSince = () => Math.round((Date.now() - began) / 1_000);
	try {
		const say = (text: string) => console.log(`${secondsSince()} s  ${text}`);
		// Starting takes a core, and then there is mostly waiting: all scenarios at once.
		const running = chosen(scenarios, only).map((scenario) =>
			runScenario(prepared, scenario, say, isShort ? SHORT.every : 1),
		);
		await Promise.allSettled(running);
		const runs = await Promise.all(running);
		const all: LineRun = {
			...{ line, provenance, seconds: secondsSince() },
			restarts: runs.reduce((sum, { restarts }) => sum + restarts, 0),
			isKillAsRecorded: runs.every(({ isKillAsRecorded }) => isKillAsRecorded),
			results: runs.flatMap(({ results }) => results),
		};
		return await finish(all, only === undefined);
	} finally {
		await prepared.remove();
	}
}

async function finish(found: LineRun, isSaved: boolean): Promise<Totals> {
	const { restarts, seconds, isKillAsRecorded, provenance } = found;
	console.log(`\n${table(found, scenarios)}\n\n${restarts} restarts in ${seconds} s`);
	const at = ({ line }: LineRun) => supportedVersions.findIndex((each) => each === line);
	const sorted = (runs: LineRun[]) => [...runs].sort((a, b) => at(a) - at(b));
	if (isSaved) {
		await saveParts({
			// What was saved of the other line stays.
			...{ name: 'crashes', news: [found], only: found.line, provenance },
			idOf: ({ line }) => line,
			page: (runs) => page(sorted(runs), scenarios),
		});
	}
	if (!isKillAsRecorded) console.log('A real kill left behind something else than recorded');
	const { passed, failed } = totalsOf(found.results.map(({ verdict }) => verdict));
	return { passed, failed: failed + (isKillAsRecorded ? 0 : 1) };
}
