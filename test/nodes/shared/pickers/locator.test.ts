import { isLocator, locatorValue } from '../../../../nodes/shared/pickers/locator';

const picked = { __rl: true, mode: 'list', value: 'France', cachedResultName: 'France' };
const byHand = { __rl: true, mode: 'name', value: 'a, b' };

describe('the value of a picker', () => {
	it.each<[string, unknown, unknown]>([
		['what was picked', picked, 'France'],
		['what was entered', byHand, 'a, b'],
		['nothing yet', { mode: 'list', value: '' }, ''],
		['what n8n notes beside', { ...byHand, cachedResultUrl: 'x', __regex: 'y' }, 'a, b'],
		['a plain value', 'France', 'France'],
		['a list', ['a'], ['a']],
		['an object of the user', { mode: 3, value: 'x' }, { mode: 3, value: 'x' }],
		['one without a value', { mode: 'list' }, { mode: 'list' }],
		['one with more', { ...byHand, id: 1 }, { ...byHand, id: 1 }],
	])('%s', (_, entered, value) => {
		expect(locatorValue(entered)).toEqual(value);
		expect(isLocator(entered)).toBe(JSON.stringify(value) !== JSON.stringify(entered));
	});
});
