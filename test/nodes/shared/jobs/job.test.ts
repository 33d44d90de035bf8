import { withJobField, type Job } from '../../../../nodes/shared/jobs/job';

const job: Job = { type: 'screening', id: 'a', state: 'finished', rawState: 'DONE' };

describe('the item of a job', () => {
	it('holds the job beside the response as it came', () => {
		expect(withJobField(job, { id: 'a', status: 'DONE', data: [] })).toEqual({
			job,
			id: 'a',
			status: 'DONE',
			data: [],
		});
	});

	it.each([{ id: 'x' }, 'text', null, 0])('keeps a job of the service itself: %j', (own) => {
		expect(withJobField(job, { job: own, a: 1 })).toEqual({ job: { ...job, raw: own }, a: 1 });
		expect(job).not.toHaveProperty('raw');
	});
});
