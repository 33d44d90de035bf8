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
const BEGIN = 2 / 3;

/** n8n before 2.38 has no `getPollBudgetMs`. */
type BudgetSource = Partial<Pick<IPollFunctions, 'getPollBudgetMs'>>;

/** Durable poll cursors. n8n has no flag for them, but gives such polls less time. */
export function pollsFromQueue(context: BudgetSource): boolean {
	return (context.getPollBudgetMs?.() ?? DEFAULT_BUDGET_MS) < DEFAULT_BUDGET_MS;
}

/** The time of one poll, in milliseconds. */
export interface PollTime {
	total: number;
	/** After this time no request begins. */
	lastStartMs: number;
	read: number;
	/** As `total`, for a request that is paid for. */
	paid: number;
	isShort: boolean;
}

export function timeOf(context: BudgetSource, isActivation: boolean): PollTime {
	const paid = Math.min(context.getPollBudgetMs?.() ?? Infinity, limits.pollMs);
	const total = isActivation ? Math.min(paid, limits.activationMs) : paid;
	const lastStartMs = Math.floor(total * BEGIN);
	return { total, lastStartMs, read: Math.floor(total * (1 - BEGIN)), paid, isShort: total < paid };
}
