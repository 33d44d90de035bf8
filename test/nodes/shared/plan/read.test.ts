import { parseContract } from '../../../../nodes/shared/plan/parse';
import { readPlace, readPlannedState, type Source } from '../../../../nodes/shared/plan/read';
import type { Plan } from '../../../../nodes/shared/plan/plan';
import { valueAtPath } from '../../../../nodes/shared/recognition/jobLink';
import { overrides } from '../recognition/overrides';

const LABEL = 'GET /a/{id}';
const planOf = (plan: object) =>
	parseContract({ version: 1, endpoints: { [LABEL]: plan } }).get(LABEL) as Plan & {
		state: NonNullable<Plan['state']>;
	};
const source = (value: unknown, status = 200): Source => ({
	value,
	headers: {},
	status,
	endpointPath: '/a/{id}',
});

const plan = planOf({
	reason: 'error.text',
	state: {
		path: ['job.word', 'job.ok', '', 'headers.:status'],
		pending: ['queued', '202', ''],
		finished: ['done', '[]', 'over'],
		failed: ['broken', 'false', 'over'],
	},
});

describe('the state by a contract', () => {
	it.each<[unknown, number, object]>([
		[{ job: { word: 'queued' } }, 200, { state: 'pending', rawState: 'queued', path: 'job.word' }],
		[
			{ job: { word: 'done', ok: true } },
			200,
			{ state: 'finished', rawState: 'done', basis: 'word' },
		],
		[
			{ job: { word: 'done', ok: false } },
			200,
			{ state: 'failed', rawState: 'done (ok: false)', basis: 'flag' },
		],
		[{ job: { word: 'done', ok: 'queued' } }, 200, { state: 'pending', rawState: 'done (queued)' }],
		[{ job: { word: 'queued', ok: false } }, 200, { state: 'failed' }],
		[{ job: { word: 'done' } }, 202, { state: 'finished' }],
		[{ job: {} }, 202, { state: 'pending', rawState: null, basis: 'status' }],
		[{ job: { word: 'over' } }, 200, { state: 'finished' }],
		[{ job: { word: 'over' }, error: { text: 'No' } }, 200, { state: 'failed' }],
		[[1], 200, { state: 'finished', rawState: null, path: '', basis: 'rows' }],
		[[], 200, { kind: 'missing' }],
		[{ job: { word: 'over' }, error: { text: { code: 3 } } }, 200, { state: 'failed' }],
		['', 200, { state: 'pending', rawState: null }],
		['done', 200, { state: 'finished', rawState: 'done' }],
		[{ job: { word: 'Done' } }, 200, { kind: 'unknownWord', word: 'Done' }],
		[{ job: { word: 7 } }, 200, { kind: 'unknownWord', word: '7' }],
		[{ job: { word: 'done', ok: 'hm' } }, 200, { kind: 'unknownWord', word: 'hm' }],
		[{ status: 'done' }, 200, { kind: 'missing' }],
		[{ job: { word: null, ok: true } }, 200, { kind: 'missing' }],
		[null, 200, { kind: 'missing' }],
	])('%j, %i', (value, status, read) => {
		expect(readPlannedState(source(value, status), plan, overrides())).toMatchObject(read);
	});

	it('uses the words of the user before its own', () => {
		const own = overrides({ failedStates: ['Done'], finishedStates: ['strange'] });
		const stateOf = (word: string) => readPlannedState(source({ job: { word } }), plan, own);
		expect(stateOf('done')).toMatchObject({ state: 'failed' });
		expect(stateOf('strange')).toMatchObject({ state: 'finished' });
	});
});

describe('a state without a word', () => {
	const running = planOf({ state: { path: 'status', progress: 'done', none: 'finished' } });

	it.each<[unknown, object]>([
		[{ done: 40 }, { state: 'pending', path: 'done', basis: 'progress' }],
		[{ done: '100 %' }, { state: 'finished' }],
		[{ score: 3 }, { state: 'finished', rawState: null, basis: 'rows' }],
		[{ score: 3, done: null }, { state: 'pending' }],
		['', { kind: 'missing' }],
		[{ id: 'j1' }, { kind: 'missing' }],
		[{ status: null, rows: [] }, { kind: 'missing' }],
	])('%j', (value, read) => {
		expect(readPlannedState(source(value), running, overrides())).toMatchObject(read);
	});
});

it('a job whose progress is below 100 % is running, whatever its word says', () => {
	const both = planOf({ state: { path: 's', finished: 'ok', failed: 'no', progress: 'p' } });
	const stateOf = (value: object) => readPlannedState(source(value), both, overrides());
	expect(stateOf({ s: 'ok', p: 50 })).toMatchObject({ state: 'pending' });
	expect(stateOf({ s: 'ok', p: 100 })).toMatchObject({ state: 'finished' });
	expect(stateOf({ s: 'no', p: 50 })).toMatchObject({ state: 'failed' });
});

describe('a path', () => {
	it.each<[string, unknown]>([
		['@odata.nextLink', 'x'],
		['list.1.a', 2],
		['list.length', undefined],
		['toString', undefined],
		['__proto__.a', undefined],
		['headers.x-id', 'h'],
		['Headers.X-ID', 'h'],
		['headers.constructor', undefined],
		['header.x-id', 'body'],
	])('%s', (path, value) => {
		const body = { '@odata.nextLink': 'x', list: [{ a: 1 }, { a: 2 }], header: { 'x-id': 'body' } };
		expect(valueAtPath({ value: body, headers: { 'x-id': 'h' } }, path)).toEqual(value);
	});
});

describe('an ID in a header', () => {
	it.each([
		['headers.location', '/jobs/b/status', 'b'],
		['headers.Location', '/jobs/b', 'b'],
		['headers.location /jobs\\/([^/]+)/', '/jobs/b/c', 'b'],
		['headers.location /[a-z]\\d+$/', '/jobs/x/b77', 'b77'],
		['headers.location /(/', '/jobs/b', undefined],
		['headers.x-run', '/jobs/b', 'r 1'],
		['headers.x-other', '/jobs/b', undefined],
	])('%s: %s', (path, location, id) => {
		const headers = { location, 'x-run': 'r 1' };
		const place = readPlace({ ...source({ id: 'a' }), headers }, 'id', [path]);
		expect(place?.value).toBe(id);
	});
});
