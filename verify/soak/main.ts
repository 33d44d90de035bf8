// Every operation over and over in the real n8n, under random faults; then large loads. Fails if something was lost,
// doubled or wrong, if an operation fails without a fault, or if the memory of n8n grew. The seed sets which faults
// come and when; how requests fall between them is up to the machine.
import type { Totals } from '../../scripts/results';
import { type Arguments, chosen, totalsOf } from '../experiment';
import { MINUTE } from '../harness/time';
import { publish } from '../report/evidence';
import { measuredNow } from '../report/provenance';
import { runLanes } from './lanes';
import { LOADS, runLoads } from './loads';
import { page } from './report';

const SHORT_MINUTES = 3;
const FULL_MINUTES = 60;
const LANES = 'faults';

export async function run({ isShort, seed, only }: Arguments): Promise<Totals> {
	const measures = ['sandbox', 'verify/soak', 'verify/operations', 'verify/judge'];
	const provenance = measuredNow(`soak --seed ${seed}`, measures);
	const parts = chosen([{ id: LANES }, ...LOADS], only).map(({ id }) => id);
	const lengthMs = (isShort ? SHORT_MINUTES : FULL_MINUTES) * MINUTE;
	const underFaults = parts.includes(LANES) ? await runLanes(lengthMs, seed) : undefined;
	const named = LOADS.filter(({ id }) => parts.includes(id));
	const loads = named.length > 0 ? await runLoads(isShort, named) : [];
	const figures = { ...underFaults, loads };
	publish({
		...{ name: 'soak', provenance, figures, page: page(figures, provenance) },
		isSaved: !isShort && only === undefined,
	});
	return totalsOf([...(underFaults ? [...underFaults.lanes, underFaults] : []), ...loads]);
}
