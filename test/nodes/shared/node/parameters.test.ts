import type { IExecuteFunctions, INode } from 'n8n-workflow';

import { readParameter } from '../../../../nodes/shared/node/parameters';

/** Stands in for n8n: what it was asked for, and values that differ from item to item. */
function contextOf(parameters: INode['parameters']) {
	const asked: string[] = [];
	const context = {
		getNode: () => ({ parameters }) as INode,
		getNodeParameter: ((name: string, index: number) => {
			asked.push(`${name} of ${index}`);
			return `${name} of ${index}`;
		}) as IExecuteFunctions['getNodeParameter'],
		evaluateExpression: () => null,
	};
	return { context, asked };
}

describe('a parameter', () => {
	it('without an expression is read once for all items', () => {
		const { context, asked } = contextOf({ platform: 'x', tags: { tag: [{ name: 'a' }] } });
		const read = [0, 1, 2].map((index) => [
			readParameter({ context, index }, 'platform'),
			readParameter({ context, index }, 'tags'),
		]);
		expect(asked).toEqual(['platform of 0', 'tags of 0']);
		expect(read).toEqual(Array(3).fill(['platform of 0', 'tags of 0']));
	});

	it.each([
		['as a whole', '={{ $json.id }}'],
		['somewhere in it', { tag: [{ name: 'a' }, { name: '={{ $json.id }}' }] }],
	])('with an expression %s is read for each item', (_, entered) => {
		const { context } = contextOf({ id: entered });
		const read = [0, 1].map((index) => readParameter({ context, index }, 'id'));
		expect(read).toEqual(['id of 0', 'id of 1']);
	});

	it('of one execution is not that of another', () => {
		const { context } = contextOf({ id: 'x' });
		readParameter({ context, index: 0 }, 'id');
		const other = contextOf({ id: 'y' });
		readParameter({ context: other.context, index: 4 }, 'id');
		expect(other.asked).toEqual(['id of 4']);
	});
});
