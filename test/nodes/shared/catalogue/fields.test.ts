import { listOf } from '../../../../nodes/shared/catalogue/fields';

it.each([
	['things', 'things'],
	['follower_count.min', 'followerCountMin'],
	// Names that mean something else in the panel.
	['limit', 'limitField'],
	['query', 'queryField'],
])('the field %s is in the parameter %s', (name, parameter) => {
	expect(listOf(name, 'Things', 'Some things').parameter).toBe(parameter);
});
