/**
 * The least of up to three measurements, or the first within the limit: other work on the machine
 * can only add to what is measured.
 */
export async function least(limit: number, measure: () => Promise<number>): Promise<number> {
	let value = await measure();
	for (let more = 2; more > 0 && value >= limit; more--) value = Math.min(value, await measure());
	return value;
}
