import {
	firstIn,
	inWords,
	keyWords,
	lookUp,
	plain,
} from '../../../../nodes/shared/recognition/lookup';

const asText = (raw: unknown) => (typeof raw === 'string' ? raw : undefined);

describe('the words of a key', () => {
	it.each([
		['exportStatus', 'export status'],
		['export_status', 'export status'],
		['Export-Status', 'export status'],
		['EXPORT_STATUS', 'export status'],
		['JobARN', 'job arn'],
		['HTTPStatus', 'http status'],
		['fbtrace_id', 'fbtrace id'],
		['odata.error', 'odata error'],
		['', ''],
	])('%s is %s', (key, words) => {
		expect(keyWords(key).join(' ')).toBe(words);
		expect(plain(key)).toBe(words.replaceAll(' ', ''));
	});
});

describe('the first that is found', () => {
	it('is in the first container, under the first key, in any spelling', () => {
		const answer = { meta: { NextPage: 'b' }, page_info: { next_page: 'a' } };
		const containers = ['', 'pageInfo', 'meta'];
		const keys = ['after', 'next_page'];
		expect(firstIn(answer, { containers, keys, read: asText })).toEqual({
			value: 'a',
			path: 'page_info.next_page',
		});
	});

	it('is passed over where it is not what is looked for', () => {
		const answer = { next: 5, links: { next: { href: '/b' } } };
		const keys = ['next', 'next.href'];
		expect(firstIn(answer, { containers: ['', 'links'], keys, read: asText })).toEqual({
			value: '/b',
			path: 'links.next.href',
		});
	});

	it.each([undefined, null, 'text', 5, []])('is nothing in %j', (answer) => {
		expect(firstIn(answer, { containers: [''], keys: ['a'], read: asText })).toBeUndefined();
	});
});

describe('all that is found', () => {
	it('comes place by place with its rule, the surest evidence first', () => {
		const places = [
			{ path: '', holder: { b_x: '1', a: '2' } },
			{ path: 'data', holder: { A: '3' } },
		];
		const evidence = [
			{ rule: 'an a', keys: ['a'], read: asText },
			{ rule: 'an x', keys: inWords(/ x$/), read: asText },
		];
		expect(lookUp(places, evidence)).toEqual([
			{ value: '2', path: 'a', rule: 'an a' },
			{ value: '1', path: 'b_x', rule: 'an x' },
			{ value: '3', path: 'data.A', rule: 'an a' },
		]);
	});
});
