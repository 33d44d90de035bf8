import { firstIn } from '../../../../nodes/shared/recognition/lookup';

const text = (raw: unknown) => (typeof raw === 'string' ? raw : undefined);

describe('the first of these keys in these containers', () => {
	const lookup = { containers: ['', 'data'], keys: ['id', 'meta.id'], read: text };

	it.each<[string, unknown, { value: string; path: string } | undefined]>([
		['at the root', { id: 'a' }, { value: 'a', path: 'id' }],
		['one level down', { data: { id: 'a' } }, { value: 'a', path: 'data.id' }],
		['behind a dot', { meta: { id: 'a' } }, { value: 'a', path: 'meta.id' }],
		[
			'containers before keys',
			{ meta: { id: 'a' }, data: { id: 'b' } },
			{ value: 'a', path: 'meta.id' },
		],
		['keys in their order', { meta: { id: 'b' }, id: 'a' }, { value: 'a', path: 'id' }],
		[
			'what cannot be read is passed over',
			{ id: 5, data: { id: 'a' } },
			{ value: 'a', path: 'data.id' },
		],
		['nothing inherited', Object.create({ id: 'a' }), undefined],
		['nothing in a list', [{ id: 'a' }], undefined],
		['nothing in a text', 'id', undefined],
	])('%s', (_, answer, found) => {
		expect(firstIn(answer, lookup)).toEqual(found);
	});
});
