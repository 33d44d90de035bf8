import type { IPollFunctions } from 'n8n-workflow';

import {
	DEFAULT_BUDGET_MS,
	limits,
	pollsFromQueue,
	timeOf,
} from '../../../nodes/CreatorIntelligenceTrigger/session/pollTime';
import { runPoll } from '../../support/poll';
import { ProbeTrigger } from '../../support/probe-node';

it("the time of a poll on the default engine is n8n's own", async () => {
	let budget: number | undefined;
	class Probe extends ProbeTrigger {
		override async poll(this: IPollFunctions): Promise<null> {
			budget = this.getPollBudgetMs?.();
			return null;
		}
	}
	await runPoll({ node: new Probe() });
	expect(budget).toBe(DEFAULT_BUDGET_MS);
});

it.each([
	['the default engine', () => DEFAULT_BUDGET_MS, false],
	['the queue', () => 36_000, true],
	['a version that does not tell', undefined, false],
])('whether polls of %s come from the queue', (_, getPollBudgetMs, expected) => {
	expect(pollsFromQueue({ getPollBudgetMs })).toBe(expected);
});

it.each([
	['the default engine', DEFAULT_BUDGET_MS, false, { totalMs: limits.pollMs, isShort: false }],
	['an activation', DEFAULT_BUDGET_MS, true, { totalMs: limits.activationMs, isShort: true }],
	['the queue', 36_000, false, { totalMs: 36_000, paidRequestMs: 36_000, isShort: false }],
	[
		'a queue with little time',
		9_000,
		true,
		{ totalMs: 9_000, lastStartMs: 6_000, maxReadMs: 3_000, isShort: false },
	],
	['a version that does not tell', undefined, false, { totalMs: limits.pollMs }],
])('the time of %s', (_, budget, isActivation, expected) => {
	const context = budget === undefined ? {} : { getPollBudgetMs: () => budget };
	const time = timeOf(context, isActivation);
	expect(time).toMatchObject(expected);
	expect(time.lastStartMs + time.maxReadMs).toBeLessThanOrEqual(time.totalMs);
});
