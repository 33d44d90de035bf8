import type { IPollFunctions } from 'n8n-workflow';

/** Maximum durations, in one place so that tests can shorten them. */
export const limits = {
	/** So that a poll ends before the next one begins; n8n's own limit may be lower. */
	pollMs: 50_000,
	/** The user waits for the first poll when activating a workflow. */
	activationMs: 20_000,
};

/** The time that n8n gives to a poll on its default engine. */
export const DEFAULT_BUDGET_MS = 5 * 60 * 1_000;

/** No request begins after this part of the time, and no read takes longer than the rest: 16 s of 50 s. */
const MAX_START_SHARE = 2 / 3;

/** n8n before 2.38 has no `getPollBudgetMs`. */
type BudgetSource = Partial<Pick<IPollFunctions, 'getPollBudgetMs'>>;

/** Durable poll cursors. n8n has no flag for them, but gives such polls less time. */
export function pollsFromQueue(context: BudgetSource): boolean {
	return (context.getPollBudgetMs?.() ?? DEFAULT_BUDGET_MS) < DEFAULT_BUDGET_MS;
}

/** The time of one poll, in milliseconds. */
export interface PollTime {
	totalMs: number;
	/** After this time no request begins. */
	lastStartMs: number;
	maxReadMs: number;
	/** As `total`, for a request that is paid for. */
	paidRequestMs: number;
	isShort: boolean;
}

export function timeOf(context: BudgetSource, isActivation: boolean): PollTime {
	const paidRequestMs = Math.min(context.getPollBudgetMs?.() ?? Infinity, limits.pollMs);
	const totalMs = isActivation ? Math.min(paidRequestMs, limits.activationMs) : paidRequestMs;
	const lastStartMs = Math.floor(totalMs * MAX_START_SHARE);
	return {
		totalMs,
		lastStartMs,
		maxReadMs: Math.floor(totalMs * (1 - MAX_START_SHARE)),
		paidRequestMs,
		isShort: totalMs < paidRequestMs,
	};
}
