import { jobIdIn, ofJob, withJobField, type Job } from '../../../../nodes/shared/jobs/job';

const job: Job = { type: 'screening', id: 'a', state: 'finished', rawState: 'DONE' };

describe('the item of a job', () => {
	it('contains the job along with the unchanged response', () => {
		expect(withJobField(job, { id: 'a', status: 'DONE', data: [] })).toEqual({
			job,
			id: 'a',
			status: 'DONE',
			data: [],
		});
	});

	it.each([{ id: 'x' }, 'text', null, 0])('keeps a field job of the response: %j', (own) => {
		expect(withJobField(job, { job: own, a: 1 })).toEqual({ job: { ...job, raw: own }, a: 1 });
		expect(job).not.toHaveProperty('raw');
	});
});

it.each([
	[5, 5],
	[' a ', 'a'],
	[' ', undefined],
	[true, undefined],
])('the ID %j of an item is %j', (id, found) => {
	expect(jobIdIn({ id })).toBe(found);
});

it('a row names the job that it belongs to, where that is known', () => {
	const row = { json: { a: 1 } };
	expect(ofJob({ type: 'screening', id: 'a' }, row)).toEqual({
		json: { a: 1, job: { type: 'screening', id: 'a' } },
	});
	expect(ofJob({ type: 'screening' }, row)).toBe(row);
	expect(ofJob({ id: 'a' }, row)).toBe(row);
});
