import {
	matchesKey,
	memoize,
	normalizeKey,
	splitKey,
	withoutPrefix,
} from '../../../../nodes/shared/recognition/keys';

describe('the words of a key', () => {
	it.each([
		['exportStatus', 'export status'],
		['export_status', 'export status'],
		['Export-Status', 'export status'],
		['EXPORT_STATUS', 'export status'],
		['JobARN', 'job arn'],
		['HTTPStatus', 'http status'],
		['fbtrace_id', 'fbtrace id'],
		['Größe_ß', 'größe ß'],
		['', ''],
	])('%s is %s', (key, words) => {
		expect(splitKey(key).join(' ')).toBe(words);
		expect(normalizeKey(key)).toBe(words.replaceAll(' ', ''));
		expect(matchesKey(/^export status$/)(key)).toBe(words === 'export status');
	});

	it.each(['@odata.nextLink', 'odata.nextLink', 'hydra:next_link'])(
		'%s is spelled without the name of its vocabulary',
		(key) => {
			expect(normalizeKey(key)).toBe('nextlink');
		},
	);

	it.each([
		['once', 1, 1],
		['once', 100, 1],
		['each time', 101, 2],
	])('are computed %s for a key of %i characters', (_, length, times) => {
		const read = jest.fn((key: string) => key.length);
		const memoized = memoize(read);
		const key = 'x'.repeat(length);
		expect([key, key].map(memoized)).toEqual([length, length]);
		expect(read).toHaveBeenCalledTimes(times);
	});

	it.each([
		['still known', 5_000, 5_000],
		['computed again', 5_001, 5_002],
	])('of the first key are %s after %i keys', (_, length, times) => {
		const read = jest.fn((key: string) => key.length);
		const memoized = memoize(read);
		for (const at of Array.from({ length }).keys()) memoized(`key${at}`);
		memoized('key0');
		expect(read).toHaveBeenCalledTimes(times);
	});

	it.each([
		['are looked for', 100, [`total${'-'.repeat(93)}`, 'total', ['x', 'total']]],
		['are not looked for', 101, ['', '', []]],
	])('%s in a key of %i characters', (_, length, read) => {
		const key = 'x-total'.padEnd(length, '-');
		expect([withoutPrefix(key), normalizeKey(key), splitKey(key)]).toEqual(read);
	});
});
