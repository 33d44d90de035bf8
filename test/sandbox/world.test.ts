import { makeCreator } from '../../sandbox/world/creators';
import { ManualClock } from '../../sandbox';
import { clientOf, sandboxForTest } from './client';

test('the world is the same for a seed and another for another', async () => {
	const bodies = await Promise.all(
		[7, 7, 8].map(async (seed) => {
			const sandbox = await sandboxForTest({ seed, creators: 300, clock: new ManualClock() });
			const client = clientOf(sandbox);
			const [search, contents] = await Promise.all([
				client.post('/discovery', { limit: 50 }),
				client.post('/public-content', { profile_url: sandbox.world.creators[3].url }),
			]);
			return JSON.stringify([search.data, contents.data]);
		}),
	);
	expect(bodies[0]).toBe(bodies[1]);
	expect(bodies[0]).not.toBe(bodies[2]);
	expect(makeCreator('5', 7)).toEqual(makeCreator('5', 7));
});
