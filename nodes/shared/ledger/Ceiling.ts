import type { IContextObject } from 'n8n-workflow';

import { Failure } from '../failure/Failure';
import type { RequestCeiling } from '../http/types';
import type { Tally } from './tally';

export const COUNT_KEY = 'creatorIntelligencePaid';

/** The error's `code`, so that workflows can branch on it. */
const LIMIT_CODE = 'MAX_PAID_REQUESTS';

/** 'Max Paid Requests'. n8n keeps the node's context, and so the count, over all tries and loops of an execution. */
export class Ceiling implements RequestCeiling {
	/** Requests whose outcome is still open. */
	private open = 0;
	private waiting: Array<() => void> = [];

	constructor(
		private readonly context: IContextObject,
		/** 0 for no limit. */
		private readonly max: number,
		private readonly tally: Tally,
	) {}

	get remaining(): number {
		if (this.max === 0) return Infinity;
		const left = Math.floor(this.max - this.count);
		return left > 0 ? left : 0;
	}

	async reserve(label: string): Promise<Failure | undefined> {
		// Wait for open requests: a rejected one does not count.
		while (this.remaining === 0 && this.open > 0) {
			await new Promise<void>((resolve) => this.waiting.push(resolve));
		}
		if (this.remaining === 0) {
			this.tally.notSent++;
			return limitReached(label, this.max);
		}
		this.open++;
		this.add(1);
		return undefined;
	}

	commit(): void {
		this.close();
	}

	release(): void {
		this.add(-1);
		this.close();
	}

	private close(): void {
		this.open--;
		for (const wake of this.waiting.splice(0)) wake();
	}

	repeat(): void {
		this.tally.repeated++;
	}

	/** NaN if what n8n saved is damaged: then nothing more is sent. */
	private get count(): number {
		const { [COUNT_KEY]: count = 0 } = this.context;
		return typeof count === 'number' && Number.isSafeInteger(count) && count >= 0 ? count : NaN;
	}

	/** Without a limit, too: it may be set for "Retry execution". */
	private add(change: number): void {
		this.tally.sent += change;
		this.context[COUNT_KEY] = this.count + change;
	}
}

function limitReached(label: string, max: number): Failure {
	return new Failure({
		kind: 'request',
		request: label,
		code: LIMIT_CODE,
		message: `${label} was not sent because 'Max Paid Requests' is reached`,
		modelAdvice: 'Do not call it again: it sends nothing more.',
		description: `In one execution, this node sends at most ${max} requests that may be charged. To send more, raise 'Max Paid Requests' in Options, or start another execution with the remaining items.`,
	});
}

/** Whether the user's limit was reached, and nothing else is wrong. */
export function isLimitReached(failure: unknown): boolean {
	return failure instanceof Failure && failure.details.code === LIMIT_CODE;
}
