import { pickerControl } from '../../../../nodes/shared/description/pickers';
import { DICTIONARIES } from '../../../../nodes/shared/pickers/dictionaries';
import type { Picker } from '../../../../nodes/shared/catalogue/fields';

const pickers = Object.keys(DICTIONARIES) as Picker[];

it.each(pickers)(
	'the picker of %s opens with its first mode, and has a list and a text field',
	(picker) => {
		const { default: preset, modes = [] } = pickerControl(picker);
		const { typed } = DICTIONARIES[picker];
		expect(preset).toEqual({ mode: modes[0]?.name, value: '' });
		expect(modes.map(({ type }) => type)).toEqual(['list', 'string']);
		expect(modes.map(({ displayName }) => displayName).sort()).toEqual(['From List', typed].sort());
	},
);

it('the example is a placeholder of the text field', () => {
	const [first] = pickers;
	const placeholders = pickerControl(first, 'abc').modes?.map(({ placeholder }) => placeholder);
	expect(placeholders).toContain('e.g. abc');
});
