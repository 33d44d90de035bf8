import type { Cost } from '../recognition/cost';

/** What a run has sent, and what a dry run would send. */
export class Tally {
	sent = 0;
	notSent = 0;
	repeated = 0;
	reused = 0;
	skipped = 0;
	/** Credits or other units, according to the service. */
	used?: number;
	left?: number;
	readonly expected = { items: 0, reused: 0, atLeast: 0, atMost: 0 };
}

/** How many requests a run would send; no `atMost` where that is unknown. */
export interface Estimate {
	atLeast: number;
	atMost?: number;
}

export function addEstimate({ expected }: Tally, { atLeast, atMost = Infinity }: Estimate): void {
	expected.items++;
	expected.atLeast += atLeast;
	expected.atMost += atMost;
	if (atMost === 0) expected.reused++;
}

export function addCost(tally: Tally, { used, left }: Cost): void {
	// Without the digits that binary fractions add: 0.1 + 0.2 is 0.3.
	if (used) tally.used = Number(((tally.used ?? 0) + used.value).toPrecision(15));
	// Responses arrive in any order.
	if (left) tally.left = Math.min(tally.left ?? Infinity, left.value);
}

/** The hint above the output. `remaining`: what 'Max Paid Requests' still allows. */
export function summaryOf(tally: Tally, remaining: number): string {
	const { sent, notSent, repeated, reused, skipped, used, left } = tally;
	return [
		...estimateIn(tally, remaining),
		sent + notSent + reused + skipped > 0 && `Requests sent that may be charged: ${sent}.`,
		notSent > 0 && `Not sent because 'Max Paid Requests' is reached: ${notSent}.`,
		repeated > 0 && `Repeated after a rejection, at no cost: ${repeated}.`,
		reused > 0 && `Not sent again because an earlier attempt already got a response: ${reused}.`,
		skipped > 0 && `Items skipped because an earlier execution sent them: ${skipped}.`,
		used !== undefined && `Credits or other units used, according to the service: ${used}.`,
		left !== undefined && `Credits or other units left, according to the service: ${left}.`,
	]
		.filter(Boolean)
		.join(' ');
}

function estimateIn({ expected }: Tally, remaining: number): Array<string | false> {
	const atLeast = Math.min(expected.atLeast, remaining);
	const atMost = Math.min(expected.atMost, remaining);
	const more = atMost === Infinity ? MORE : `at most ${atMost}`;
	const count = atLeast === atMost ? String(atLeast) : `at least ${atLeast}, ${more}`;
	return [
		expected.items > 0 &&
			`Requests that this execution would send and that may be charged: ${count}.`,
		expected.reused > 0 &&
			`Items that need no request because of an earlier attempt or execution: ${expected.reused}.`,
	];
}

const MORE = 'more if lists have further pages or lost requests are repeated';
