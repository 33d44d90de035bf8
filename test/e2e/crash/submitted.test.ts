import { startSandbox, type Sandbox } from '../../../sandbox';
import { eventsOf, MINUTE, trigger } from '../support/trigger';
import { row } from '../support/workflow';
import { killAtEachMoment, type Outputs } from './cycle';

let sandbox: Sandbox;

beforeAll(async () => {
	sandbox = await startSandbox({ creators: 300 });
});
afterAll(async () => await sandbox.close());

const profileOf = (n: number) => `https://pictura.example/instant?round=${n}`;

const jobsOf = (n: number) =>
	sandbox.jobs.list('screening').filter(({ input }) => input.profile_url === profileOf(n));

const idsOf = (items: Outputs['submitted']) =>
	items.map(({ job }) => (job as { id: string | null }).id);

it(
	'a request is submitted once or never, whenever n8n is killed, and its result or the doubt comes out',
	async () => {
		const killed = await killAtEachMoment(sandbox, async (n) => ({
			from: 'GET /dictionary/languages',
			begin: async (n8n, credential, arm) => {
				const parameters = {
					source: 'submit',
					bodyMode: 'json',
					bodyJson: JSON.stringify({ profile_url: profileOf(n) }),
				};
				const document = row(`Submit ${n}`, [trigger(parameters, credential)]);
				const workflow = await n8n.createWorkflow(document);
				await arm();
				// n8n may die before it answers; the workflow is published all the same.
				await n8n.activate(workflow).catch(() => undefined);
				return workflow;
			},
			isOver: ({ finished, submitted }) => idsOf(submitted).includes(null) || finished.length > 0,
		}));
		expect(killed.length).toBeGreaterThan(10);
		for (const [index, { moment, outputs }] of killed.entries()) {
			const jobs = jobsOf(index + 1).map(({ id }) => String(id));
			const { submitted, finished } = outputs;
			const told = [...new Set(idsOf(submitted).map(String))];
			if (idsOf(submitted).includes(null)) {
				expect({ moment, told }).toEqual({ moment, told: ['null'] });
				expect(submitted[0].message).toMatch(/may have been submitted/);
				expect(jobs.length).toBeLessThanOrEqual(1);
				expect(finished).toEqual([]);
			} else {
				// Killed between the saving of the state and the execution, only the result comes out.
				expect({ moment, told }).toEqual({ moment, told: told.length === 0 ? [] : jobs });
				expect(jobs).toHaveLength(1);
				expect([...new Set(eventsOf(finished))]).toEqual([`screening/${jobs[0]}/finished`]);
			}
			expect(submitted.length).toBeLessThanOrEqual(2);
			expect(finished.length).toBeLessThanOrEqual(2);
		}
	},
	90 * MINUTE,
);
