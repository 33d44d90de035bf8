import { startSandbox, type Sandbox } from '../../../sandbox';
import { activated, eventsOf, MINUTE, submitted, trigger, until } from '../support/trigger';
import { row } from '../support/workflow';
import { killAtEachMoment } from './cycle';

let sandbox: Sandbox;

beforeAll(async () => {
	sandbox = await startSandbox({ creators: 300, durations: { screening: 60 * MINUTE } });
});
afterAll(async () => await sandbox.close());

it(
	'a job that has finished comes out, whenever n8n is killed, and again only with the same event',
	async () => {
		const ids: string[] = [];
		const killed = await killAtEachMoment(sandbox, async (n) => {
			const profile_url = sandbox.world.creators[n].url;
			const id = await submitted(sandbox, '/screening', { profile_url });
			ids.push(id);
			const path = `/screening/${id}`;
			return {
				from: `GET ${path}`,
				begin: async (n8n, credential, arm) => {
					const document = row(`Watch ${n}`, [trigger({ ids: id }, credential)]);
					const workflow = await activated(n8n, document);
					await until(() => sandbox.log.count({ method: 'GET', path }) > 0);
					sandbox.jobs.settle(id, 'finished');
					await arm();
					return workflow;
				},
				isOver: ({ finished }) => finished.length > 0,
			};
		});
		expect(killed.length).toBeGreaterThan(10);
		for (const [index, { moment, outputs }] of killed.entries()) {
			const events = eventsOf(outputs.finished);
			expect({ moment, events: [...new Set(events)] }).toEqual({
				moment,
				events: [`screening/${ids[index]}/finished`],
			});
			expect(events.length).toBeLessThanOrEqual(2);
		}
	},
	60 * MINUTE,
);
