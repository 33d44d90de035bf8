import { Failure } from '../../../../nodes/shared/failure/Failure';
import { fillPath } from '../../../../nodes/shared/request/draft';
import { generator, randomText } from '../random';
import { thrownBy } from '../responses';

const PATH = '/screening/{id}/contents';

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
		expect(fillPath(PATH, id)).toBe(`/screening/${segment}/contents`);
	});

	it('never leaves its segment, whatever it is', () => {
		const random = generator(1);
		for (let round = 0; round < 1_500; round++) {
			const id = randomText(random);
			const segment = id.trim();
			if (segment === '' || segment === '.' || segment === '..') continue;
			const url = new URL(`https://api.example.com/v2${fillPath(PATH, id)}`);
			const segments = url.pathname.split('/');
			expect(segments).toHaveLength(5);
			expect(decodeURIComponent(segments[3])).toBe(segment);
			expect([url.origin, segments[4], url.search, url.hash]).toEqual([
				'https://api.example.com',
				'contents',
				'',
				'',
			]);
		}
	});

	it.each([undefined, null, '', '   ', '\n'])('is an error if it is %j', (id) => {
		expect(thrownBy(() => fillPath(PATH, id, 'Screening ID'))).toMatchObject({
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
		['\ud800', /an incomplete Unicode character/],
		[true, /true \(boolean\)/],
		[{ id: 1 }, /an object/],
		[['a'], /a list/],
	])('%p is rejected with the reason', (id, reason) => {
		const thrown = thrownBy(() => fillPath(PATH, id));
		expect(thrown).toBeInstanceOf(Failure);
		expect(thrown).toMatchObject({
			details: { message: "'ID' cannot be used", description: expect.stringMatching(reason) },
		});
	});

	it('is not required where the path has none', () => {
		expect(fillPath('/discovery', undefined)).toBe('/discovery');
	});
});
