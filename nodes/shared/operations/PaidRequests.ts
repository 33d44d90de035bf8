import type { IContextObject } from 'n8n-workflow';

import { Failure } from '../failure/Failure';
import type { PaidRequestBudget } from '../http/types';
import type { Cost } from '../recognition/cost';
import type { Found } from '../recognition/rules';
import { isRecord } from '../values/records';

const KEY = 'creatorIntelligencePaid';

/** The error's `code`, so that workflows can branch on it. */
const LIMIT_CODE = 'MAX_PAID_REQUESTS';

/** How many requests a run would send; no `atMost` where that is unknown. */
export interface Estimate {
	atLeast: number;
	atMost?: number;
}

/** Counts paid requests. n8n keeps the node's context, and so the count, over all tries and loops of an execution. */
export class PaidRequests implements PaidRequestBudget {
	private readonly context: IContextObject;
	private readonly counts = { sent: 0, notSent: 0, repeated: 0, reused: 0, skipped: 0 };
	private readonly expected = { items: 0, reused: 0, atLeast: 0, atMost: 0 };
	private credits: { used?: number; left?: number } = {};
	private open = 0;
	private waiting: Array<() => void> = [];

	constructor(
		context: IContextObject,
		/** 0 for no limit. */
		readonly max: number,
	) {
		this.context = isRecord(context) ? context : { [KEY]: context };
	}

	get remaining(): number {
		if (this.max === 0) return Infinity;
		const kept: unknown = Object.hasOwn(this.context, KEY) ? this.context[KEY] : 0;
		// What n8n saved may be damaged: then nothing more is sent.
		const isCount = typeof kept === 'number' && Number.isSafeInteger(kept) && kept >= 0;
		return isCount ? Math.max(0, Math.floor(this.max - kept)) : 0;
	}

	async reserve(label: string): Promise<Failure | undefined> {
		// Wait for pending requests: a rejected one no longer counts.
		while (this.remaining === 0 && this.open > 0) {
			await new Promise<void>((resolve) => this.waiting.push(resolve));
		}
		if (this.remaining === 0) {
			this.counts.notSent++;
			return limitReached(label, this.max);
		}
		this.open++;
		this.add(1);
		return undefined;
	}

	commit(): void {
		this.open--;
		for (const wake of this.waiting.splice(0)) wake();
	}

	release(): void {
		this.add(-1);
		this.commit();
	}

	/** A request that was counted turned out to be rejected. */
	rejected(): void {
		this.add(-1);
	}

	countRepeated(): void {
		this.counts.repeated++;
	}

	countReused(): void {
		this.counts.reused++;
	}

	countSkipped(count: number): void {
		this.counts.skipped += count;
	}

	addEstimate({ atLeast, atMost = Infinity }: Estimate): void {
		this.expected.items++;
		this.expected.atLeast += atLeast;
		this.expected.atMost += atMost;
		if (atMost === 0) this.expected.reused++;
	}

	cost({ used, left }: { [Kind in keyof Cost]: Pick<Found<number>, 'value'> }): void {
		if (used) this.credits.used = (this.credits.used ?? 0) + used.value;
		if (left) this.credits.left = left.value;
	}

	summary(): string {
		const { sent, notSent, repeated, reused, skipped } = this.counts;
		const { used, left } = this.credits;
		return [
			...this.estimate(),
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

	private estimate(): string[] {
		const { items, reused } = this.expected;
		if (items === 0) return [];
		const atLeast = Math.min(this.expected.atLeast, this.remaining);
		const atMost = Math.min(this.expected.atMost, this.remaining);
		const more = atMost === Infinity ? MORE : `at most ${atMost}`;
		const count = atLeast === atMost ? String(atLeast) : `at least ${atLeast}, ${more}`;
		return [
			`Requests that this execution would send and that may be charged: ${count}.`,
			reused > 0
				? `Items that need no request because of an earlier attempt or execution: ${reused}.`
				: '',
		];
	}

	private add(count: number): void {
		this.counts.sent += count;
		if (this.max > 0) this.context[KEY] = Number(this.context[KEY] ?? 0) + count;
	}
}

const MORE = 'more if lists have further pages or lost requests are repeated';

function limitReached(label: string, max: number): Failure {
	return new Failure({
		kind: 'request',
		request: label,
		code: LIMIT_CODE,
		message: `${label} was not sent because 'Max Paid Requests' is reached`,
		// A model reads it as well, and must not call the tool again.
		description: `In one execution, this node sends at most ${max} requests that may be charged. Do not call it again: it sends nothing more. To send more, raise 'Max Paid Requests' in Options, or start another execution with the remaining items.`,
	});
}

/** Whether the user's limit was reached, and nothing else is wrong. */
export function isLimitReached(failure: unknown): boolean {
	return failure instanceof Failure && failure.details.code === LIMIT_CODE;
}
