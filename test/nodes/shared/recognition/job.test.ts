import {
	readJobId,
	readState,
	type JobOverrides,
	type JobState,
} from '../../../../nodes/shared/recognition/job';
import { response } from '../responses';
import type { Content } from '../../../../nodes/shared/http/content';

const overrides = (more: Partial<JobOverrides> = {}): JobOverrides => ({
	pendingStates: [],
	finishedStates: [],
	failedStates: [],
	...more,
});

const data = (value: unknown): Content => ({ kind: 'data', value });
const idOf = (value: unknown, more: Partial<JobOverrides> = {}, location?: string) =>
	readJobId(
		data(value),
		response('', location === undefined ? {} : { location }, 201),
		overrides(more),
	);
const stateOf = (value: unknown, more: Partial<JobOverrides> = {}, status = 200) =>
	readState(data(value), response('', {}, status), overrides(more));

describe('the id of a job', () => {
	const keys = ['id', 'job_id', 'task_id', 'request_id', 'batch_id', 'snapshot_id'];
	const others = ['report_uuid', 'uuid', 'resultId'];

	it.each([...keys, ...others])('is found as %s, at the root and one level down', (key) => {
		for (const id of ['a-1', 17]) {
			expect(idOf({ [key]: id })).toBe(id);
			for (const container of ['data', 'result', 'job', 'lookup_report']) {
				expect(idOf({ success: true, [container]: { [key]: id } })).toBe(id);
			}
		}
	});

	it.each<[string, unknown, string | number | undefined]>([
		['id before job_id', { job_id: 'b', id: 'a' }, 'a'],
		['the root before a level down', { data: { id: 'b' }, job_id: 'a' }, 'a'],
		['anything before request_id', { request_id: 'trace', data: { id: 'a' } }, 'a'],
		['past what is empty', { id: '', job_id: null, uuid: ' a ' }, 'a'],
		['the number 0', { id: 0 }, 0],
		['a bare text', 'a-1', 'a-1'],
		['a bare number', 5, 5],
		['none in a bare state', 'queued', undefined],
		['none in a sentence', 'Your request was taken', undefined],
		['none two levels down', { data: { job: { id: 'a' } } }, undefined],
		['none in rows', { data: [{ id: 'a' }] }, undefined],
		['none in a list', [{ id: 'a' }], undefined],
		['none that is an object', { id: { $oid: 'a' } }, undefined],
		['none in nothing', {}, undefined],
	])('%s', (_, value, id) => {
		expect(idOf(value)).toBe(id);
	});

	it('is read from text', () => {
		expect(readJobId({ kind: 'text', text: 'a-1\n' }, response(), overrides())).toBe('a-1');
	});

	it.each([
		['/screening/a-1', 'a-1'],
		['https://x.example/v1/screening/a-1/?x=1#y', 'a-1'],
		['/screening/a%2Fb', 'a/b'],
		['/screening/100%', '100%'],
	])('is read from the header Location: %s', (location, id) => {
		const empty = response('', { location }, 202);
		expect(readJobId({ kind: 'empty' }, empty, overrides())).toBe(id);
	});

	it('in the body comes before the one in the header', () => {
		expect(idOf({ id: 'a' }, {}, '/jobs/b')).toBe('a');
	});

	it('is where the user says, and nowhere else', () => {
		expect(idOf({ id: 'a', x: { key: 7 } }, { idPath: 'x.key' })).toBe(7);
		expect(idOf({ id: 'a' }, { idPath: 'x.key' }, '/jobs/b')).toBeUndefined();
	});
});

describe('the state of a job', () => {
	const WORDS: Record<JobState, string> = {
		pending:
			'in progress, pending, processing, running, queued, created, starting, started, building, collecting, validating, scheduled, waiting, accepted, submitted, not ready, timing out, aborting',
		finished:
			'success, succeeded, completed, complete, finished, done, ready, ok, partial success, ready low confidence',
		failed:
			'failed, failure, fail, error, timed out, cancelled, canceled, aborted, expired, throttled, rejected',
	};
	const table = Object.entries(WORDS).flatMap(([state, words]) =>
		words.split(', ').map((word) => [word, state] as const),
	);

	it.each(table)('%s is %s, however it is written', (word, state) => {
		const spellings = [
			word,
			word.toUpperCase(),
			word.replaceAll(' ', '_'),
			word.replaceAll(' ', '-'),
			word.replaceAll(' ', ''),
			` ${word} `,
		];
		for (const status of spellings) {
			expect(stateOf({ status })).toMatchObject({ state, rawState: status.trim() });
			expect(stateOf(status)).toMatchObject({ state });
		}
	});

	it.each(['status', 'state', 'report_state'])('is found as %s', (key) => {
		expect(stateOf({ [key]: 'queued' })).toEqual({ state: 'pending', rawState: 'queued' });
		for (const container of ['data', 'result', 'job', 'lookup_report']) {
			expect(stateOf({ [container]: { [key]: 'done' } })).toMatchObject({ state: 'finished' });
		}
	});

	it.each<[string, unknown]>([
		['rows', { data: [{ status: 'failed' }], total: 1 }],
		['a list', [{ status: 'failed' }]],
		['two levels down', { data: { profile: { status: 'failed' } } }],
		['another key', { profile: { status: 'failed' }, name: 'x' }],
	])('is not looked for in %s', (_, value) => {
		expect(stateOf(value)).toEqual({ state: 'finished', rawState: null });
	});

	it('that nobody knows is pending, and is shown', () => {
		const unknown = { state: 'pending', rawState: 'simmering', unknown: true };
		expect(stateOf({ status: 'simmering' })).toEqual(unknown);
		expect(stateOf('simmering')).toEqual(unknown);
	});

	it('decides, and not an error beside it', () => {
		expect(stateOf({ status: 'success', error: { message: 'half of it' } })).toEqual({
			state: 'finished',
			rawState: 'success',
		});
	});

	it.each<[unknown, string | undefined]>([
		[{ status: 'failed', error: { message: 'private profile' } }, 'private profile'],
		[{ status: 'failed', error: null }, undefined],
		[{ data: { state: 'failed', error_message: 'no' } }, 'no'],
		['failed', undefined],
	])('that failed tells why: %j', (value, reason) => {
		expect(stateOf(value)).toMatchObject({ state: 'failed', reason });
	});
});

describe('a job without a word for its state', () => {
	it.each<[string, Content, number, JobState]>([
		['an empty answer', { kind: 'empty' }, 200, 'pending'],
		['an empty 202', { kind: 'empty' }, 202, 'pending'],
		['a 202 with content', data({ eta: 5 }), 202, 'pending'],
		['a 201 with content', data({ name: 'x' }), 201, 'pending'],
		['only its id', data({ id: 'a', request_id: 'b' }), 200, 'pending'],
		['content', data({ id: 'a', followers: 5 }), 200, 'finished'],
		['rows', data([{ id: 'a' }]), 200, 'finished'],
		['no rows', data([]), 200, 'finished'],
		['null', data(null), 200, 'pending'],
		['an empty object', data({}), 200, 'pending'],
		['an empty text', data(''), 200, 'pending'],
		[
			'a file',
			{ kind: 'file', file: { bytes: Buffer.from('x'), name: 'x', type: 'application/pdf' } },
			200,
			'finished',
		],
		['a long text', { kind: 'text', text: 'All is well. '.repeat(10) }, 200, 'finished'],
	])('with %s', (_, content, status, state) => {
		expect(readState(content, response('', {}, status), overrides())).toEqual({
			state,
			rawState: null,
		});
	});
});

describe('the words of the user', () => {
	it('come first', () => {
		expect(stateOf({ status: 'queued' }, { failedStates: ['Queued'] }).state).toBe('failed');
		expect(stateOf({ status: 'failed' }, { finishedStates: ['failed'] }).state).toBe('finished');
		expect(stateOf({ status: 'gave_up' }, { failedStates: ['gave up'] }).state).toBe('failed');
	});

	it('for the end replace the usual ones', () => {
		expect(stateOf({ status: 'ready' }, { finishedStates: ['delivered'] }).state).toBe('pending');
		expect(stateOf({ status: 'delivered' }, { finishedStates: ['delivered'] }).state).toBe(
			'finished',
		);
		expect(stateOf({ status: 'failed' }, { finishedStates: ['delivered'] }).state).toBe('failed');
	});

	it.each<[unknown, string]>([
		['done', 'done'],
		[true, 'true'],
		[3, '3'],
	])('are looked for where the user says: %j', (value, word) => {
		const more = { statePath: 'x.y', finishedStates: ['done', 'true', '3'] };
		expect(stateOf({ status: 'failed', x: { y: value } }, more)).toEqual({
			state: 'finished',
			rawState: word,
		});
	});
});
