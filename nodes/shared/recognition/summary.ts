import { isRecord } from '../values/records';
import { join, type Place } from './lookup';
import { placesOf } from './places';

/** Objects that sum a screening up, wherever a job is spoken of. */
const HOLDERS =
	/^(report_?summary|summary|report|risk|risk_?assessment|assessment|overall|score|scores|verdict|decision|screening|result)$/i;

/** Where an answer sums a screening up: wherever it speaks of the job, and in summaries there. */
export function summariesIn(value: unknown): Place[] {
	return placesOf(value).flatMap((place) => {
		const holders = holdersIn(place);
		return [place, ...holders, ...holders.flatMap(holdersIn)];
	});
}

function holdersIn({ path, holder }: Place): Place[] {
	return Object.entries(holder).flatMap(([key, inner]) =>
		HOLDERS.test(key) && isRecord(inner) ? [{ path: join(path, key), holder: inner }] : [],
	);
}
