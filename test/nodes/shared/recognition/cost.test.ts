import { findCost } from '../../../../nodes/shared/recognition/cost';

const costOf = (...given: Parameters<typeof findCost>) => {
	const { used, left } = findCost(...given);
	return [used?.value, left?.value];
};

describe('the cost of a request', () => {
	it.each<[string, unknown, Record<string, string>, Array<number | undefined>]>([
		['in the body', { credits_used: 3, creditsRemaining: '1,200' }, {}, [3, 1200]],
		['in headers', {}, { 'x-credits-used': '2', 'x-credits-remaining': '98' }, [2, 98]],
		['in an account', { usage: { credits: 4 }, items: [] }, {}, [4, undefined]],
		['in an object of credits', { data: { credits: { used: 1, left: 9 } } }, {}, [1, 9]],
		['what is left alone', { id: 1, funds_remaining: 10 }, {}, [undefined, 10]],
		['of a request', { request_cost: 0.5 }, { 'x-quota-left': '7' }, [0.5, 7]],
		['no limit of a rate', {}, { 'x-ratelimit-remaining': '5' }, [undefined, undefined]],
		[
			'no limit of a rate in credits',
			{},
			{ 'x-ratelimit-credits-remaining': '5' },
			[undefined, undefined],
		],
		['not in rows', { data: [{ credits_used: 3 }] }, {}, [undefined, undefined]],
		['no text', { credits_used: 'many' }, {}, [undefined, undefined]],
	])('is found %s', (_, value, headers, cost) => {
		expect(costOf(value, headers)).toEqual(cost);
	});
});
