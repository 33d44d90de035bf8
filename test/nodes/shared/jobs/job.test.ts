import { besideJob, type Job } from '../../../../nodes/shared/jobs/job';
import { asObject } from '../../../../nodes/shared/values/records';
import { iso } from '../../../../nodes/shared/values/time';

const job: Job = { type: 'screening', id: 'a', state: 'finished', rawState: 'DONE' };

describe('the item of a job', () => {
	it('holds the job beside the response as it came', () => {
		expect(besideJob(job, { id: 'a', status: 'DONE', data: [] })).toEqual({
			job,
			id: 'a',
			status: 'DONE',
			data: [],
		});
	});

	it.each([{ id: 'x' }, 'text', null, 0])('keeps a job of the service itself: %j', (own) => {
		expect(besideJob(job, { job: own, a: 1 })).toEqual({ job: { ...job, raw: own }, a: 1 });
		expect(job).not.toHaveProperty('raw');
	});
});

it.each([
	[{ a: 1 }, { a: 1 }],
	[[1], { data: [1] }],
	['text', { data: 'text' }],
	[0, { data: 0 }],
	[null, { data: null }],
	[undefined, {}],
])('%j as an object is %j', (value, expected) => {
	expect(asObject(value)).toEqual(expected);
});

it('times are written in ISO format', () => {
	expect(iso(0)).toBe('1970-01-01T00:00:00.000Z');
});
