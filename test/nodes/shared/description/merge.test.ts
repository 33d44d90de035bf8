import type { INodeProperties } from 'n8n-workflow';

import {
	mergeEqual,
	shownFor,
	showsFor,
	type Place,
} from '../../../../nodes/shared/description/merge';

const at = (resource: string, operation: string): Place => ({ resource, operation });

describe('a parameter of several operations', () => {
	it.each<[string, Place[], Place[], object[]]>([
		['of all has no condition', [at('a', 'get')], [], [{}]],
		[
			'of all but others is shown for its resource and operation',
			[at('a', 'get')],
			[at('a', 'list')],
			[{ resource: ['a'], operation: ['get'] }],
		],
		[
			'is shown once for operations of one resource',
			[at('a', 'get'), at('a', 'list')],
			[at('b', 'send')],
			[{ resource: ['a'], operation: ['get', 'list'] }],
		],
		[
			'is shown once for resources with the same operation',
			[at('a', 'get'), at('b', 'get')],
			[at('a', 'list'), at('b', 'list')],
			[{ resource: ['a', 'b'], operation: ['get'] }],
		],
		[
			'is shown for no pair that does not have it',
			[at('a', 'get'), at('a', 'list'), at('b', 'get')],
			[at('b', 'list')],
			[
				{ resource: ['a'], operation: ['get', 'list'] },
				{ resource: ['b'], operation: ['get'] },
			],
		],
		[
			'may be shown for a pair that does not exist',
			[at('a', 'get'), at('b', 'list')],
			[at('c', 'send')],
			[{ resource: ['a', 'b'], operation: ['get', 'list'] }],
		],
	])('%s', (_, places, others, shows) => {
		expect(showsFor(places, [...places, ...others])).toEqual(shows);
	});

	it('is one parameter if it is equal, and keeps its own conditions', () => {
		const own = { displayOptions: { show: { mode: ['x'] } } };
		const property: INodeProperties = {
			...{ displayName: 'A', name: 'a', type: 'string', default: '', ...own },
		};
		const places = [at('a', 'get'), at('a', 'list')];
		const placed = places.map((place) => ({ place, value: property }));
		const other = { place: at('b', 'get'), value: { ...property, name: 'b' } };
		const merged = mergeEqual([...placed, other], [...places, other.place]);
		expect(merged.map(({ show, value }) => shownFor(show, value))).toEqual([
			{
				...property,
				displayOptions: { show: { resource: ['a'], operation: ['get', 'list'], mode: ['x'] } },
			},
			{
				...other.value,
				displayOptions: { show: { resource: ['b'], operation: ['get'], mode: ['x'] } },
			},
		]);
	});
});
