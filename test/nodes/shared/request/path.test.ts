import { Failure } from '../../../../nodes/shared/failure/Failure';
import { toRequest } from '../../../../nodes/shared/request/draft';
import { thrownBy } from '../responses';

const ENDPOINT = { method: 'GET', path: '/screening/{id}/contents' } as const;
const pathWith = (id: unknown, idLabel?: string) =>
	toRequest({ endpoint: ENDPOINT, id, idLabel, query: [] }, '').url;

describe('an id in a path', () => {
	it.each<[unknown, string]>([
		['abc-123', 'abc-123'],
		['  abc ', 'abc'],
		['a/b', 'a%2Fb'],
		['a\\b', 'a%5Cb'],
		['../x', '..%2Fx'],
		['...', '...'],
		['?x=1', '%3Fx%3D1'],
		['#top', '%23top'],
		['%2e%2e', '%252e%252e'],
		['a b', 'a%20b'],
		['$&', '%24%26'],
		['{id}', '%7Bid%7D'],
		['caf\u00e9 \u4e2d \u{1f600}', 'caf%C3%A9%20%E4%B8%AD%20%F0%9F%98%80'],
		[42, '42'],
		[0, '0'],
	])('%j is sent as %s', (id, segment) => {
		expect(pathWith(id)).toBe(`/screening/${segment}/contents`);
	});

	it.each([undefined, null, '', '   ', '\n'])('is an error if it is %j', (id) => {
		expect(thrownBy(() => pathWith(id, 'Screening ID'))).toMatchObject({
			details: {
				message: "'Screening ID' is empty",
				description: expect.stringContaining("'Screening ID'"),
			},
		});
	});

	it.each<[unknown, RegExp]>([
		['.', /address/],
		['..', /address/],
		[' .. ', /address/],
		[true, /a boolean/],
		[{ id: 1 }, /an object/],
		[['a'], /a list/],
	])('%p is rejected with the reason', (id, reason) => {
		const thrown = thrownBy(() => pathWith(id));
		expect(thrown).toBeInstanceOf(Failure);
		expect(thrown).toMatchObject({
			details: { message: "'ID' cannot be used", description: expect.stringMatching(reason) },
		});
	});

	it('is rejected with an incomplete character', () => {
		expect(thrownBy(() => pathWith('\ud800'))).toMatchObject({
			details: { message: "'ID' cannot be sent" },
		});
	});
});
