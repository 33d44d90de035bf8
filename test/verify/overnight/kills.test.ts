import { planKills } from '../../../verify/overnight/kills';

it('kills each victim as often as the others, in the order of the requests', () => {
	const kills = planKills(1, 10, 4_000);
	const victims = kills.map(({ victim }) => victim).sort();
	expect(victims).toEqual(
		['main', 'postgres', 'redis', 'worker-1', 'worker-2'].flatMap((name) => [name, name]),
	);
	const moments = kills.map(({ after }) => after);
	expect(moments).toEqual([...moments].sort((a, b) => a - b));
	// Without a header, some requests are never sent: the last kill comes before.
	expect(Math.max(...moments)).toBeLessThan(3_700);
	expect(planKills(1, 10, 4_000)).toEqual(kills);
	expect(planKills(2, 10, 4_000)).not.toEqual(kills);
});
