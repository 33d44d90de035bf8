import { matchesKey, normalizeKey, splitKey } from '../../../../nodes/shared/recognition/keys';

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
});
