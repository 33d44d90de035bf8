import { listOf, parametersOf } from '../../../../nodes/shared/catalogue/fields';

it.each([
	['things', {}, ['things']],
	['follower_count.min', {}, ['followerCountMin']],
	// Names that mean something else in the panel.
	['limit', {}, ['limitField']],
	['query', {}, ['queryField']],
	['things', { picker: 'languages' as const }, ['thingsRows', 'things']],
])('the list %s with %j stands in %j', (name, more, expected) => {
	expect(parametersOf(listOf(name, 'Things', 'Some things', more))).toEqual(expected);
});
