import type { IContextObject } from 'n8n-workflow';

import { Failure } from '../failure/Failure';
import type { Charge } from '../http/types';
import { isRecord } from '../values/records';

const KEY = 'creatorIntelligencePaid';

/** In an error, for a workflow to branch on. */
export const LIMIT_CODE = 'MAX_PAID_REQUESTS';

/**
 * Counts the requests of a node that may be charged, and ends them at the user's limit. The count
 * stays in the node's context, which n8n keeps over all tries, loops and calls of an execution.
 */
export class PaidRequests implements Charge {
	private readonly context: IContextObject;

	/** Of this run. */
	readonly counts = { sent: 0, repeated: 0, spared: 0 };

	constructor(
		context: IContextObject,
		/** 0 for no limit. */
		private readonly max: number,
	) {
		this.context = isRecord(context) ? context : { [KEY]: context };
	}

	take(label: string): Failure | undefined {
		const { before } = this;
		if (before >= this.max) return limitReached(label, this.max);
		this.keep(before + 1);
		this.counts.sent++;
		return undefined;
	}

	giveBack(): void {
		this.keep(this.before - 1);
		this.counts.sent--;
	}

	repeat(): void {
		this.counts.repeated++;
	}

	spare(): void {
		this.counts.spared++;
	}

	/** What the user reads after a run in which money may have been spent. */
	summary(): string | undefined {
		const { sent, repeated, spared } = this.counts;
		const sentences = [
			`Requests sent that may be charged: ${sent}.`,
			repeated > 0 && `Repeated at no cost: ${repeated}.`,
			spared > 0 && `Not sent again, as an earlier try got the response: ${spared}.`,
		].filter((each) => typeof each === 'string');
		return sent + spared === 0 ? undefined : sentences.join(' ');
	}

	private get before(): number {
		if (this.max === 0) return -Infinity;
		const kept: unknown = this.context[KEY] ?? 0;
		// What n8n saved may be damaged: then nothing more is sent.
		return typeof kept === 'number' && kept >= 0 ? kept : Infinity;
	}

	private keep(count: number): void {
		if (this.max > 0) this.context[KEY] = count;
	}
}

function limitReached(label: string, max: number): Failure {
	return new Failure({
		kind: 'request',
		request: label,
		code: LIMIT_CODE,
		message: `${label} was not sent, as 'Max Paid Requests' is reached`,
		description: `This node sends at most ${max} requests that may be charged in one execution. Do not try again in this execution: nothing more is sent. To send more, raise 'Max Paid Requests' in Options, or run the remaining items in another execution.`,
	});
}

/** Whether the user's limit was reached, and nothing else is wrong. */
export function isLimitReached(failure: unknown): boolean {
	return failure instanceof Failure && failure.details.code === LIMIT_CODE;
}
