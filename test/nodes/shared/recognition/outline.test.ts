import { coreOf, outlineOf } from '../../../../nodes/shared/recognition/outline';

const pathsOf = (value: unknown) => outlineOf(value).containers.map(({ path }) => path);
const coreIn = (value: unknown, submission = false) =>
	coreOf(outlineOf(value), { submission }).map(({ path }) => path);

describe('the outline of a response', () => {
	it('has its objects, outermost first, and never rows', () => {
		const value = { a: { b: { c: 1 } }, d: {}, rows: [{ e: 1 }, { f: {} }] };
		expect(pathsOf(value)).toEqual(['', 'a', 'd', 'a.b']);
	});

	it.each([null, 'text', 5, [], [{ a: 1 }]])('is empty for %j', (value) => {
		expect(pathsOf(value)).toEqual([]);
	});
});

describe('the objects that describe the response itself', () => {
	it.each<[string, unknown, string[]]>([
		['envelopes', { data: { payload: {} }, x: {} }, ['', 'data', 'data.payload']],
		['the only thing', { ok: true, envelope: { thing: {} } }, ['', 'envelope', 'envelope.thing']],
		['a job', { name: 'x', export_job: { status: 'done' } }, ['', 'export_job']],
		['a job next to one other value', { job: { id: 1 }, a: { b: 1 }, c: 2 }, ['', 'job']],
		['no job next to two other values', { job: { id: 1 }, a: { b: 1 }, c: [2] }, ['']],
		['not one thing among others', { person: {}, address: {} }, ['']],
		['not what holds something else', { ok: true, settings: {} }, ['']],
		['a list of one job', { jobs: [{ job_id: 1, status: 'done' }] }, ['', 'jobs.0']],
		['not a row', { data: [{ id: 1, status: 'done', title: 'A long title' }] }, ['']],
	])('are %s', (_, value, paths) => {
		expect(coreIn(value)).toEqual(paths);
	});

	it('of a submission include a list of one with a state', () => {
		const value = { data: [{ id: 1, status: 'done', title: 'A long title' }] };
		expect(coreIn(value, true)).toEqual(['', 'data.0']);
	});

	it('are not the parts of a job, nor what these hold', () => {
		const held = { status: 'done', result: { status: 'failed' } };
		expect(coreIn({ status: 'done', tasks: [held, held] })).toEqual(['']);
		const value = { status: 'done', tasks: [{ status: 'done' }, { status: 'failed' }] };
		expect(coreIn(value)).toEqual(['']);
		const parts = outlineOf(value).containers.filter(({ entryOf }) => entryOf === 'part');
		expect(parts.map(({ path }) => path)).toEqual(['tasks.0', 'tasks.1']);
	});
});
