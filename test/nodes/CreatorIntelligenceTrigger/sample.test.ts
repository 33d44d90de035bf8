import { idIn, submitting, useScriptedService } from './scriptedService';
import { jobOf, newProcess } from './trigger';

const service = useScriptedService();
beforeEach(newProcess);

const byHand = { manual: true };
const asked = () =>
	service.server.requests.flatMap(({ url }) => /\/screening\/(\w+)$/.exec(url)?.[1] ?? []);

describe('a test of the trigger', () => {
	it('shows a running screening as it is', async () => {
		const trigger = service.trigger({ event: 'screeningChanged', ids: 'a, b' });
		const { items, staticData } = await trigger.poll(byHand);
		expect(items).toEqual([
			[
				{
					json: {
						status: 'PENDING',
						job: expect.objectContaining({ type: 'screening', id: 'a', state: 'pending' }),
					},
				},
			],
		]);
		expect(asked()).toEqual(['a']);
		expect(staticData).toEqual({});
	});

	it('shows the first job that has ended, of five at most', async () => {
		service.answers.status = (request) => ({
			status: ['d', 'f'].includes(idIn(request)) ? 'DONE' : 'PENDING',
		});
		const ended = await service.trigger({ ids: 'a,b,c,d,e,f' }).poll(byHand);
		expect(jobOf(ended.json[0])).toMatchObject({ id: 'd', state: 'finished' });
		expect(asked().slice(0, 4)).toEqual(['a', 'b', 'c', 'd']);
		service.server.requests.length = 0;
		const pending = await service.trigger({ ids: 'a,b,c,e,g,f' }).poll(byHand);
		expect(jobOf(pending.json[0])).toMatchObject({ id: 'a', state: 'pending' });
		expect(asked()).toEqual(['a', 'b', 'c', 'e', 'g']);
	});

	it('shows what was recognised, if the user chose so', async () => {
		const options = { explain: true };
		const { json } = await service.trigger({ ids: 'a', options }).poll(byHand);
		expect(json[0]).toHaveProperty('recognised');
	});

	it('shows a screening next to what the trigger has seen of it', async () => {
		service.answers.status = () => ({ status: 'DONE', risk_rating: 'LOW' });
		const trigger = service.trigger({ event: 'screeningChanged', ids: 'a' });
		await trigger.poll();
		service.answers.status = () => ({ status: 'DONE', risk_rating: 'HIGH' });
		trigger.reactivate();
		const { json } = await trigger.poll(byHand);
		expect(json[0]).toMatchObject({
			changed: { riskRating: { before: 'LOW', after: 'HIGH' } },
			previous: { riskRating: 'LOW' },
		});
	});

	it('shows the newest submitted job, and no example once that has ended', async () => {
		const trigger = service.trigger(submitting());
		await trigger.poll();
		await trigger.poll();
		trigger.reactivate({
			event: 'jobFinished',
			jobType: 'screening',
			...submitting({ bodyJson: '{"profile_url":"y"}' }),
		});
		await trigger.poll();
		const pending = await trigger.poll(byHand);
		expect(pending.items?.map(([first]) => jobOf(first?.json))).toMatchObject([
			{ id: 'sample', state: 'finished', eventId: 'screening/sample/finished' },
			{ id: 'job-2', state: 'pending' },
		]);
		expect(pending.items?.[0]?.[0]?.json).toMatchObject({
			sample:
				"This is an example, not a result: there is no new result to show, and a test does not submit a request. A real item contains the service's fields here.",
			riskRating: 'LOW',
			flaggedCount: 0,
		});
		service.answers.status = () => ({ status: 'DONE' });
		const ended = await trigger.poll(byHand);
		expect(ended.items?.map((output) => output.map(({ json }) => jobOf(json).id))).toEqual([
			['job-2'],
			[],
		]);
		expect(service.submitted()).toBe(2);
	});
});
