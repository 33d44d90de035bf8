import { coreOf, outlineOf } from '../../../../nodes/shared/recognition/outline';
import { within } from '../within';

const named = <T>(count: number, value: T): Record<string, T> =>
	Object.fromEntries(Array.from({ length: count }, (_, at) => [`n${at}`, value]));

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

	it('is computed once for consecutive calls with the same response', () => {
		const value = { a: 1 };
		expect(outlineOf(value)).toBe(outlineOf(value));
	});

	it.each([
		['is still known', 20, true],
		['is computed again', 21, false],
	])('of the first response %s after %i responses', (_, length, isKnown) => {
		jest.isolateModules(() => {
			const fresh = jest.requireActual<{ outlineOf: typeof outlineOf }>(
				'../../../../nodes/shared/recognition/outline',
			);
			const responses = Array.from({ length }, (__, at) => ({ at }));
			const [first] = responses.map((each) => fresh.outlineOf(each));
			expect(fresh.outlineOf(responses[0]) === first).toBe(isKnown);
		});
	});

	it.each([
		['continues', 1_999, 2_000],
		['stops', 2_000, 2_000],
	])('%s after %i objects', (_, count, containers) => {
		// The root, 20 objects, and 100 in each of them but the last.
		const lists = Array.from({ length: 20 }, (__, at) => named(at < 19 ? 100 : count - 1_921, {}));
		const value = { ...lists, 0: { ...lists[0], n0: { deeper: {} } } };
		expect(pathsOf(value)).toHaveLength(containers);
	});

	it.each([
		[1_000, 1_000],
		[1_001, 1_000],
	])('of %i fields has the first %i', (count, kept) => {
		const [root] = outlineOf(named(count, 1)).containers;
		expect(root?.fields.map(({ key }) => key)).toEqual(Object.keys(named(kept, 1)));
	});

	it.each([
		['the response', 200, '', 1],
		['one object', 100, 'a', 2],
		['two nested objects', 100, 'a.b', 3],
		['three nested objects', 50, 'a.b.c', 4],
		['four nested objects', 50, 'a.b.c.d', 5],
		['five nested objects', 0, 'a.b.c.d.e', 6],
	])('has, within %s, the first %i objects', (_, most, path, outside) => {
		const around = (count: number) => within(path, named(count, {}));
		expect(pathsOf(around(most))).toHaveLength(outside + most);
		expect(pathsOf(around(most + 1))).toHaveLength(outside + most);
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

	it.each([
		['include', 1_000, { job_id: 1 }, ['', 'data.0']],
		['do not include', 1_001, { job_id: 1 }, ['']],
		['include', 1_000, { status: 'done' }, ['', 'data.0']],
		['do not include', 1_001, { status: 'done' }, ['']],
	])('of a submission %s a list of one with %i fields, the last %j', (_, at, last, paths) => {
		expect(coreIn({ data: [{ ...named(at - 1, 1), ...last }] }, true)).toEqual(paths);
	});

	it('are not the parts of a job, nor what these hold', () => {
		const held = { status: 'done', result: { status: 'failed' } };
		expect(coreIn({ status: 'done', tasks: [held, held] })).toEqual(['']);
		const value = { status: 'done', tasks: [{ status: 'done' }, { status: 'failed' }] };
		expect(coreIn(value)).toEqual(['']);
		const parts = outlineOf(value).containers.filter(({ entryOf }) => entryOf === 'part');
		expect(parts.map(({ path }) => path)).toEqual(['tasks.0', 'tasks.1']);
	});

	it.each([
		[20, 20],
		[21, 20],
	])('are not the parts of a job: of a list of %i, the first %i are parts', (length, count) => {
		const tasks = Array.from({ length }, () => ({ status: 'done' }));
		expect(pathsOf({ status: 'done', tasks })).toEqual([
			'',
			...tasks.slice(0, count).map((__, at) => `tasks.${at}`),
		]);
	});
});
