import { limitHint } from '../../../../nodes/shared/operations/Hints';

it('does not mention a short wait', () => {
	expect(limitHint(undefined)).toBeUndefined();
	expect(limitHint({ ms: 1_000, source: 'header' })).toBeUndefined();
});

it.each([
	['header', /wait for up to 25 s\. Its response headers/],
	['rejections', /wait for up to 25 s\. It rejects faster requests/],
	['outage', /not available \(503\), so requests waited for up to 25 s\./],
	['retries', /waited for up to 25 s before they were retried/],
] as const)('names the source of a longer one: %s', (source, expected) => {
	expect(limitHint({ ms: 25_000, source })).toMatch(expected);
});
