import {
	SentRequests,
	type SentRequest,
} from '../../../../../nodes/CreatorIntelligenceTrigger/memory/process/SentRequests';

const job = { id: 'a', path: '/screening', at: 1_000 };
const request = { at: 1_000, due: 900 } as SentRequest;

describe('the last request', () => {
	it('is known from the moment before it goes out', () => {
		const requests = new SentRequests();
		expect(requests.last).toBeUndefined();
		requests.begin(request);
		expect(requests.last).toBe(request);
	});

	it('is known with its job, or with why there is no usable answer', () => {
		const requests = new SentRequests();
		requests.begin(request);
		requests.answered(job);
		expect(requests.last).toEqual({ ...request, job });
		requests.begin(request);
		requests.lost('timed out');
		expect(requests.last).toEqual({ ...request, cause: 'timed out' });
	});

	it('is none where the service did not take it, whatever comes later', () => {
		const requests = new SentRequests();
		requests.begin(request);
		requests.notTaken();
		requests.answered(job);
		requests.lost('timed out');
		requests.noLaterThan(0);
		expect(requests.last).toBeUndefined();
	});

	it('was sent just now if the clock was set back', () => {
		const requests = new SentRequests();
		requests.begin(request);
		requests.noLaterThan(1_000);
		expect(requests.last).toBe(request);
		requests.noLaterThan(500);
		expect(requests.last).toEqual({ ...request, at: 500 });
	});
});

describe('a refusal', () => {
	it('lasts for a while, for the same request only', () => {
		const requests = new SentRequests();
		expect(requests.isRefused('r', 1_000, 100)).toBe(false);
		requests.refuse('r', 1_000);
		expect(requests.isRefused('r', 1_000, 100)).toBe(true);
		expect(requests.isRefused('r', 1_099, 100)).toBe(true);
		expect(requests.isRefused('r', 1_100, 100)).toBe(false);
		expect(requests.isRefused('other', 1_000, 100)).toBe(false);
	});

	it('is over if the clock was set back, or when it is forgotten', () => {
		const requests = new SentRequests();
		requests.refuse('r', 1_000);
		expect(requests.isRefused('r', 999, 100)).toBe(false);
		requests.forgetRefusal();
		expect(requests.isRefused('r', 1_000, 100)).toBe(false);
	});
});

it('the time since the last poll is 0 for the first one', () => {
	const requests = new SentRequests();
	expect(requests.sinceLastPoll(5_000)).toBe(0);
	requests.polledAt(5_000);
	expect(requests.sinceLastPoll(65_000)).toBe(60_000);
});
