import { Cancelled } from '../../../../nodes/shared/failure/Cancelled';
import { indexOfFirstFailed } from '../../../../nodes/shared/node/items';

it.each<[unknown[], number]>([
	[[], -1],
	[[undefined, undefined], -1],
	[[undefined, 'a', 'b'], 1],
	[[new Cancelled(), undefined, 'a'], 2],
	[[undefined, new Cancelled(), new Cancelled()], 1],
])('of the failures %j the one to report is at %d', (failures, expected) => {
	expect(indexOfFirstFailed(failures.map((failure) => ({ failure })))).toBe(expected);
});
