import { asPlainField, listOf } from '../../../../nodes/shared/catalogue/fields';

it.each([
	['things', 'things'],
	['follower_count.min', 'followerCountMin'],
	// Names that mean something else in the panel.
	['limit', 'limitField'],
	['query', 'queryField'],
])('the field %s is in the parameter %s', (name, parameter) => {
	expect(listOf(name, 'Things', 'Some things').parameter).toBe(parameter);
});

it('a plain field is the same field without its picker', () => {
	const field = listOf('things', 'Things', 'Some things', { picker: 'languages' });
	expect(asPlainField(field)).toEqual({ ...field, picker: undefined });
});
