import { ManualClock, startSandbox, type Sandbox } from '../../../sandbox';
import { activated, eventsOf, MINUTE, submitted, trigger, until } from '../support/trigger';
import { row } from '../support/workflow';
import { killAtEachMoment } from './cycle';

const time = new ManualClock();
let sandbox: Sandbox;

beforeAll(async () => {
	sandbox = await startSandbox({ clock: time, creators: 300, monitoringInterval: 5 * MINUTE });
});
afterAll(async () => await sandbox.close());

it(
	'a change of a screening comes out, whenever n8n is killed, and again only as the same event',
	async () => {
		const killed = await killAtEachMoment(sandbox, async (n) => {
			const profile_url = sandbox.world.creators[n].url;
			await submitted(sandbox, '/screening/continuous-monitoring', { profile_url });
			const id = String(sandbox.jobs.list('screening', 1)[0].id);
			sandbox.jobs.settle(id, 'finished');
			const flagged = { method: 'GET', path: `/screening/${id}/contents` };
			return {
				from: `GET /screening/${id}`,
				begin: async (n8n, credential, arm) => {
					const parameters = { event: 'screeningChanged', ids: id };
					const document = row(`Changes ${n}`, [trigger(parameters, credential)]);
					const workflow = await activated(n8n, document);
					await until(() => sandbox.log.count(flagged) > 0);
					time.advance(5 * MINUTE);
					await arm();
					return workflow;
				},
				isOver: ({ finished }) => finished.length > 0,
			};
		});
		expect(killed.length).toBeGreaterThan(10);
		for (const { moment, outputs } of killed) {
			const events = new Set(eventsOf(outputs.finished));
			expect({ moment, events: events.size }).toEqual({ moment, events: 1 });
			expect(outputs.finished.length).toBeLessThanOrEqual(2);
			for (const { changed } of outputs.finished) {
				expect(changed).toMatchObject({ added: [expect.anything()], removed: [] });
			}
		}
	},
	90 * MINUTE,
);
