// n8n dies at every moment of a poll, and starts again. Fails if a moment is not as expected.
import { supportedVersions } from '../../scripts/n8n/runtime';
import { type Arguments, chosen, totalsOf } from '../experiment';
import { publish, savedFigures } from '../report/evidence';
import { measuredNow } from '../report/provenance';
import { prepare } from './Instance';
import { page, type LineRun } from './report';
import { runScenario } from './run';
import { scenarios } from './scenarios';

/** In the short form: of one scenario every so many states. */
const SHORT = { only: 'finished', every: 4 };

export async function run({ line, isShort, only = isShort ? SHORT.only : undefined }: Arguments) {
	const measured = ['runtime', 'verify/crashes', 'verify/judge'];
	const provenance = measuredNow(`crashes --n8n ${line}`, measured, line);
	const prepared = await prepare();
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
		// What was saved of the other line stays.
		const saved = savedFigures<{ results: LineRun[] }>('evidence/crashes.json');
		const results = supportedVersions.flatMap((version) =>
			[all, ...(saved?.results ?? [])].filter((each) => each.line === version).slice(0, 1),
		);
		// The page is as old as its oldest part.
		const [oldest] = results
			.map((each) => each.provenance)
			.sort((a, b) => (a.date < b.date ? -1 : 1));
		const text = page(results);
		publish({
			...{ name: 'crashes', provenance: oldest, figures: { results }, page: text },
			isSaved: only === undefined,
		});
		const { passed, failed } = totalsOf(all.results.map(({ verdict }) => verdict));
		return { passed, failed: failed + (all.isKillAsRecorded ? 0 : 1) };
	} finally {
		await prepared.remove();
	}
}
