import type { IContextObject } from 'n8n-workflow';

import { isLimitReached, PaidRequests } from '../../../../nodes/shared/operations/PaidRequests';

const LABEL = 'POST /screening';
const reading = (value: number) => ({ value }) as never;

describe('requests that may be charged', () => {
	it('are counted over all runs of an execution', async () => {
		const context: IContextObject = {};
		for (let run = 0; run < 3; run++) {
			const paid = new PaidRequests(context, 3);
			expect(await paid.reserve(LABEL)).toBeUndefined();
			paid.commit();
		}
		expect(context).toEqual({ creatorIntelligencePaid: 3 });
		const failure = await new PaidRequests(context, 3).reserve(LABEL);
		expect(isLimitReached(failure)).toBe(true);
		expect(failure?.details.description).toMatch(/at most 3 .* Do not call it again/);
		expect(await new PaidRequests(context, 4).reserve(LABEL)).toBeUndefined();
	});

	it('are not recorded without a limit', async () => {
		const context: IContextObject = {};
		const paid = new PaidRequests(context, 0);
		expect([await paid.reserve(LABEL), context, paid.remaining]).toEqual([undefined, {}, Infinity]);
	});

	it('wait for the outcome of others, as long as one may be returned to the budget', async () => {
		const paid = new PaidRequests({}, 2);
		await paid.reserve(LABEL);
		await paid.reserve(LABEL);
		const [third, fourth] = [paid.reserve(LABEL), paid.reserve(LABEL)];
		paid.release();
		expect(await third).toBeUndefined();
		paid.commit();
		paid.commit();
		expect(isLimitReached(await fourth)).toBe(true);
		paid.rejected();
		expect(paid.remaining).toBe(1);
	});

	it('wait again where another one has taken the free place first', async () => {
		const paid = new PaidRequests({}, 1);
		await paid.reserve(LABEL);
		const [second, third] = [paid.reserve(LABEL), paid.reserve(LABEL)];
		paid.release();
		expect(await second).toBeUndefined();
		paid.release();
		expect(await third).toBeUndefined();
	});

	it.each<[unknown]>([
		['nonsense'],
		[{ creatorIntelligencePaid: null }],
		[{ creatorIntelligencePaid: 1.5 }],
		[{ creatorIntelligencePaid: -1 }],
	])('stop where the data that n8n saved is damaged: %j', async (context) => {
		const paid = new PaidRequests(context as IContextObject, 5);
		expect(isLimitReached(await paid.reserve(LABEL))).toBe(true);
	});
});

describe('the summary', () => {
	it('tells what was sent from what the limit kept back', async () => {
		const paid = new PaidRequests({}, 2);
		for (let item = 0; item < 5; item++)
			if ((await paid.reserve(LABEL)) === undefined) paid.commit();
		expect(paid.summary()).toBe(
			"Requests sent that may be charged: 2. Not sent because 'Max Paid Requests' is reached: 3.",
		);
	});

	it('is empty where nothing was sent', () => {
		expect(new PaidRequests({}, 0).summary()).toBe('');
	});

	it('counts, and adds up what the service reports', async () => {
		const paid = new PaidRequests({}, 0);
		await paid.reserve(LABEL);
		paid.countRepeated();
		paid.countReused();
		paid.countSkipped(2);
		paid.cost({ used: reading(2), left: reading(10) });
		paid.cost({ used: reading(0.5) });
		paid.cost({});
		expect(paid.summary()).toBe(
			'Requests sent that may be charged: 1. Repeated after a rejection, at no cost: 1. Not sent again because an earlier attempt already got a response: 1. Items skipped because an earlier execution sent them: 2. Credits or other units used, according to the service: 2.5. Credits or other units left, according to the service: 10.',
		);
	});

	it.each([
		[[{ atLeast: 1, atMost: 1 }], 0, '1.'],
		[[{ atLeast: 1, atMost: 5 }, { atLeast: 1 }], 0, 'at least 2, more if lists'],
		[[{ atLeast: 1, atMost: 5 }, { atLeast: 1 }], 4, 'at least 2, at most 4.'],
		[[{ atLeast: 1 }, { atLeast: 1 }], 1, '1.'],
		[
			[{ atLeast: 0, atMost: 0 }],
			0,
			'0. Items that need no request because of an earlier attempt or execution: 1.',
		],
	])('estimates %j under a limit of %d', (expected, max, text) => {
		const paid = new PaidRequests({}, max);
		for (const each of expected) paid.addEstimate(each);
		expect(paid.summary()).toContain(`would send and that may be charged: ${text}`);
	});
});
