// Every operation over and over in the real n8n, under random faults; then large loads. Fails if something was lost,
// doubled or wrong, if an operation fails without a fault, or if the memory of n8n grew. The seed sets which faults
// come and when; how requests fall between them is up to the machine.
import type { Totals } from '../../scripts/results';
import { type Arguments, chosen, totalsOf } from '../experiment';
import { MINUTE } from '../harness/time';
import { publish } from '../report/evidence';
import { measuredNow } from '../report/provenance';
import { runLanes } from './lanes';
import { runLoads } from './loads';
import { loadsPage, soakPage } from './report';

export async function run({ isShort, seed, only }: Arguments): Promise<Totals> {
	const measures = ['sandbox', 'verify/soak', 'verify/operations', 'verify/judge'];
	const parts = chosen([{ id: 'faults' }, { id: 'loads' }], only).map(({ id }) => id);
	const results: Array<{ objections: string[] }> = [];
	if (parts.includes('faults')) {
		const provenance = measuredNow(`soak --only faults --seed ${seed}`, measures);
		const figures = await runLanes((isShort ? 3 : 45) * MINUTE, seed);
		const page = soakPage(figures, provenance);
		publish({ name: 'soak', provenance, figures, page, isSaved: !isShort });
		results.push(...figures.lanes, figures);
	}
	if (parts.includes('loads')) {
		const provenance = measuredNow('soak --only loads', measures);
		const loads = await runLoads(isShort);
		const page = loadsPage(loads, provenance);
		publish({ name: 'loads', provenance, figures: { loads }, page, isSaved: !isShort });
		results.push(...loads);
	}
	return totalsOf(results);
}
