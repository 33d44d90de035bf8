import type { IDataObject } from 'n8n-workflow';

import { withInputFields } from '../../../../nodes/shared/node/inputFields';

const beside = (...outputs: Array<[IDataObject, IDataObject]>) =>
	withInputFields(outputs.map(([json, input]) => ({ item: { json, pairedItem: 0 }, input })));
const jsonOf = async (...outputs: Array<[IDataObject, IDataObject]>) =>
	(await beside(...outputs)).map(({ json }) => json);

describe('columns of the input', () => {
	it('may be named __proto__', async () => {
		const input = JSON.parse('{"__proto__":"x"}') as IDataObject;
		const [json = {}] = await jsonOf([{ a: 1 }, input]);
		expect(Object.entries(json)).toEqual([
			['__proto__', 'x'],
			['a', 1],
		]);
	});

	it('have another name in all items where one has a field of that name', async () => {
		expect(await jsonOf([{ a: 1 }, { a: 2 }], [{ b: 3 }, { a: 4 }])).toEqual([
			{ a: 1, input_a: 2 },
			{ b: 3, input_a: 4 },
		]);
	});

	it('have a name that no other column has', async () => {
		expect(await jsonOf([{ a: 1 }, { a: 2, input_a: 3 }])).toEqual([
			{ a: 1, input_input_a: 2, input_a: 3 },
		]);
	});

	it('have unique names where both the input and the response have a name with input_', async () => {
		expect(
			await jsonOf([
				{ id: 1, input_id: 2 },
				{ id: 3, input_id: 4 },
			]),
		).toEqual([{ id: 1, input_id: 2, input_input_id: 3, input_input_input_id: 4 }]);
	});

	it.each(['error', 'incomplete', 'job', 'recognised', 'serviceError'])(
		'are never named %s, which is reserved in an item',
		async (name) => {
			expect(await jsonOf([{}, { [name]: 1 }])).toEqual([{ [`input_${name}`]: 1 }]);
		},
	);
});
