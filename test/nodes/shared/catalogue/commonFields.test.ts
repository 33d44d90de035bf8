import { OPERATIONS } from '../../../../nodes/endpoints';
import { callsService, commonFields } from '../../../../nodes/shared/catalogue/types';
import { readField } from '../../../../nodes/shared/request/namedFields';

const all = OPERATIONS.filter(callsService).flatMap(commonFields);
const numbers = [...new Map(all.map((field) => [field.label, field])).values()].filter(
	({ kind }) => kind === 'number',
);

it('some fields are a minimum, and others are not', () => {
	const minimums = numbers.filter(({ label }) => label.startsWith('Minimum'));
	expect([minimums.length > 2, numbers.length > minimums.length + 2]).toEqual([true, true]);
});

it.each(numbers.map((field) => [field.label, field] as const))(
	"the 0 of '%s' is a filter only where the form does not say that it means none",
	(_, field) => {
		const saysNone = field.about.includes('0 for no minimum');
		expect(saysNone).toBe(field.label.startsWith('Minimum'));
		for (const zero of [0, '0']) expect(readField(field, zero)).toBe(saysNone ? undefined : 0);
		expect(readField(field, 5)).toBe(5);
	},
);
