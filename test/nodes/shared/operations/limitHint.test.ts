import { limitHint } from '../../../../nodes/shared/operations/Hints';

it('does not mention a short wait', () => {
	expect(limitHint(undefined)).toBeUndefined();
	expect(limitHint({ ms: 1_000, source: 'limit' })).toBeUndefined();
});

it.each([
	['limit', /^The rate limit of the service made requests wait for up to 25 s\./],
	['outage', /^The service failed, so requests waited for up to 25 s before they were retried/],
] as const)('names the source of a longer one: %s', (source, expected) => {
	expect(limitHint({ ms: 25_000, source })).toMatch(expected);
});
