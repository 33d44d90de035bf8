import { matchesKey } from '../../../../nodes/shared/recognition/keys';
import { outlineOf } from '../../../../nodes/shared/recognition/outline';
import { asText } from '../../../../nodes/shared/recognition/scalars';
import {
	collect,
	pickBest,
	RULES,
	weighed,
	type Candidate,
} from '../../../../nodes/shared/recognition/rules';

describe('the candidates', () => {
	it('are listed container by container with their rule, the first rule first', () => {
		const { containers } = outlineOf({ b_x: '1', a: '2', data: { A: '3', c: 4 } });
		const rules = [
			{ rule: 'id.key' as const, keys: ['a', 'c'], read: asText },
			{ rule: 'id.name' as const, keys: matchesKey(/ x$/), read: asText },
		];
		expect(collect(containers, rules)).toMatchObject([
			{ value: '2', path: 'a', rule: 'id.key', tier: RULES['id.key'].tier },
			{ value: '1', path: 'b_x', rule: 'id.name' },
			{ value: '3', path: 'data.A', rule: 'id.key' },
		]);
	});
});

describe('the best candidate', () => {
	const at = (path: string, value: string, tier: number): Candidate<string> => ({
		...{ path, value, tier },
		rule: 'id.key',
	});

	it('is chosen, with its margin, its rivals and its trace', () => {
		const candidates = [
			at('a', 'x', 3),
			weighed(at('b', 'y', 8), [
				[true, -2, 'noise'],
				[false, -9, 'no'],
			]),
			at('c', 'y', 5),
		];
		expect(pickBest(candidates)).toEqual({
			value: 'y',
			path: 'b',
			rule: 'id.key',
			margin: 3,
			rivals: [{ value: 'x', path: 'a', rule: 'id.key' }],
			trace: [
				{ path: 'b', value: 'y', rule: 'id.key', tier: 6, against: 'noise' },
				{ path: 'c', value: 'y', rule: 'id.key', tier: 5 },
				{ path: 'a', value: 'x', rule: 'id.key', tier: 3 },
			],
		});
	});

	it.each([
		[20, 20],
		[21, 20],
	])('of %i candidates has a trace of the first %i', (length, traced) => {
		const candidates = Array.from({ length }, (_, index) => at(`n${index}`, 'x', 1));
		expect(pickBest(candidates)?.trace).toEqual(candidates.slice(0, traced));
	});

	it('is the first of equals, and never one that is not admissible', () => {
		expect(pickBest([at('a', 'x', 1), at('b', 'y', 1)])).toMatchObject({ value: 'x', margin: 0 });
		expect(pickBest([at('a', 'x', 0)])).toBeUndefined();
	});
});
