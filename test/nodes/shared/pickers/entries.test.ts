import { DICTIONARIES } from '../../../../nodes/shared/pickers/dictionaries';
import { fitting, toEntries as steps } from '../../../../nodes/shared/pickers/entries';
import { runAtOnce } from '../../../../nodes/shared/values/steps';

const toEntries = (...given: Parameters<typeof steps>) => runAtOnce(steps(...given));
const { locations, languages, interests, flaggingCriteria } = DICTIONARIES;

describe('rows of a dictionary become entries', () => {
	it.each([
		['a country', { id: 7, name: 'Germany', type: 'COUNTRY' }, locations, 'Germany - country', 7],
		[
			'other spellings',
			{ locationId: 'x', displayName: 'Ile', locationType: 'SUB_REGION' },
			locations,
			'Ile - sub region',
			'x',
		],
		['no id', { name: 'Germany' }, locations, 'Germany', 'Germany'],
		['a bare text', 'Germany', locations, 'Germany', 'Germany'],
		['a language', { name: 'French', code: 'fr' }, languages, 'French - fr', 'fr'],
		['a language that is its code', { code: 'fr' }, languages, 'fr', 'fr'],
		['an interest with its weight', { name: 'yoga', value: 42 }, interests, 'yoga', 'yoga'],
		['an interest whose value is its name', { value: 'yoga' }, interests, 'yoga', 'yoga'],
		['a set of criteria', { id: 'c1', name: 'Family' }, flaggingCriteria, 'Family', 'c1'],
		['a set without a name', { id: 'c1' }, flaggingCriteria, 'c1', 'c1'],
	])('%s', (_, row, dictionary, name, value) => {
		expect(toEntries([row], dictionary)).toEqual([{ name, value }]);
	});

	it.each([[null], [''], [{}], [[1]], [{ id: '' }], [{ name: { de: 'x' } }]])(
		'%j is no entry',
		(row) => {
			expect(toEntries([row], flaggingCriteria)).toEqual([]);
		},
	);

	it('each value once', () => {
		const rows = [{ name: 'a' }, { name: 'b' }, { name: 'a' }];
		expect(toEntries(rows, interests).map(({ name }) => name)).toEqual(['a', 'b']);
	});
});

describe('an entry that matches the search', () => {
	const entries = [
		{ name: 'Other', value: 1 },
		{ name: 'Family friendly', value: 2 },
	];
	it('is first where the service searches, and alone where it cannot', () => {
		const names = (dictionary: typeof locations) =>
			fitting(entries, { filter: ' FAM', dictionary }).map(({ name }) => name);
		expect(names(locations)).toEqual(['Family friendly', 'Other']);
		expect(names(flaggingCriteria)).toEqual(['Family friendly']);
	});

	it('is found without the @ sign', () => {
		expect(
			fitting([{ name: 'ann', value: 'ann' }], { filter: '@An', dictionary: flaggingCriteria }),
		).toHaveLength(1);
	});
});
