import { linkWithRel } from '../../../../nodes/shared/http/linkHeader';

describe('the link to the next page in a Link header', () => {
	it.each<[string, string | undefined]>([
		['<https://x.example/a?b=1,2&c>; rel="next"', 'https://x.example/a?b=1,2&c'],
		['</p?1>; rel="prev", </p?3>; rel="next"', '/p?3'],
		['</p?3>; rel=next', '/p?3'],
		['</p?3>; title="a, b; c"; rel="last next"', '/p?3'],
		['</p?3>;REL="NEXT"', '/p?3'],
		['</p?1>; rel="prev"', undefined],
		['</p?1>; rel="nextish"', undefined],
		['nonsense', undefined],
		['', undefined],
	])('%s', (header, link) => {
		expect(linkWithRel(header, /^next$/i)).toBe(link);
	});

	it('is found quickly in a header that is built to be slow', () => {
		expect(linkWithRel(`<x>${'; a'.repeat(20_000)}"`, /^next$/i)).toBeUndefined();
	});
});
