import type { Content } from '../../../../nodes/shared/http/types';
import { readState } from '../../../../nodes/shared/recognition/jobState';
import type { StateEvidence } from '../../../../nodes/shared/recognition/stateFields';
import type { JobOverrides, JobState } from '../../../../nodes/shared/recognition/stateWords';
import { response } from '../responses';
import { data, overrides } from './overrides';

const stateOf = (value: unknown, more: Partial<JobOverrides> = {}, status = 200) =>
	readState(data(value), response('', {}, status), overrides(more));

describe('the location of a state', () => {
	it.each(['status', 'state', 'report_state', 'exportStatus', 'Job-Status', 'JOB_STATE'])(
		'is %s',
		(key) => {
			expect(stateOf({ [key]: 'queued' })).toMatchObject({
				state: 'pending',
				rawState: 'queued',
				basis: 'word',
				path: key,
			});
			for (const container of ['data', 'result', 'job', 'lookup_report']) {
				expect(stateOf({ [container]: { [key]: 'done' } })).toMatchObject({ state: 'finished' });
			}
		},
	);

	it.each<[string, unknown, JobState]>([
		['a wrapper named like a job', { CreatorExport: { status: 'failed' } }, 'failed'],
		['a job in an envelope', { data: { bulkOperation: { status: 'RUNNING' } } }, 'pending'],
		['attributes', { data: { type: 'report', attributes: { status: 'errored' } } }, 'failed'],
		['a state object', { status: { state: 'queued' } }, 'pending'],
		['a state object in capitals', { Job: { Status: { State: 'QUEUED' } } }, 'pending'],
		['an envelope that is alone', { response: { status: 'running' } }, 'pending'],
		['a list of one job', { result: [{ exportId: 'e', status: 'Queued' }] }, 'pending'],
		['a tag', { '.tag': 'in_progress' }, 'pending'],
	])('is %s', (_, value, state) => {
		expect(stateOf(value)).toMatchObject({ state, basis: 'word' });
	});

	it.each<[string, unknown]>([
		['rows', { data: [{ status: 'failed' }], total: 1 }],
		['a list', [{ status: 'failed' }]],
		['a list of one row', { result: [{ id: 1, status: 'failed', title: 'A long title here' }] }],
		['two levels down', { data: { profile: { status: 'failed' } } }],
		['another key', { profile: { status: 'failed' }, name: 'x' }],
		['a purchase', { order: { id: 1, status: 'pending' }, total_price: 3, currency: 'EUR' }],
		['one thing among many', { check: { status: 'queued' }, a: { b: 1 }, c: [1], d: { e: 1 } }],
		['a device', { status: { mode: 'manual' }, name: 'lamp' }],
		['the word of a person', { payment_status: 'pending', name: 'x' }],
		['an unknown word of a job', { name: 'x', report_status: 'lilac' }],
		['what was before', { job_id: 'a', previous_status: 'failed' }],
		['the job before', { id: 'a', previous_job: { id: 'b', status: 'running' } }],
		['the run before', { id: 'a', last_run_status: 'running', name: 'x' }],
		['the last run that failed', { last_run: { status: 'failed' }, data: [1] }],
		['the run before this one', { previous_run: { status: 'running' }, data: [1] }],
		['monitoring that has stopped', { id: 'a', monitoring_status: 'cancelled' }],
		['monitoring in an object', { id: 'a', monitoring: { status: 'stopped' } }],
	])('is not %s', (_, value) => {
		expect(stateOf(value)).toMatchObject({ state: 'finished', rawState: null });
	});
});

describe('the decisive word', () => {
	it.each<[string, unknown, JobState, string]>([
		['inside an envelope', { status: 'ok', data: { status: 'pending' } }, 'pending', 'pending'],
		['the job beside an envelope', { status: 'success', job_status: 'fail' }, 'failed', 'fail'],
		[
			'the job, not its monitoring',
			{ monitoring_status: 'stopped', status: 'queued' },
			'pending',
			'queued',
		],
		[
			'the job that ended',
			{ status: 'SUCCEEDED', monitoring_status: 'running' },
			'finished',
			'SUCCEEDED',
		],
		['monitoring alone', { id: 'a', monitoring_status: 'queued' }, 'pending', 'queued'],
		['the last run alone', { last_run: { status: 'running' }, data: [1] }, 'pending', 'running'],
		['the last import alone', { last_sync_status: 'queued', data: [1] }, 'pending', 'queued'],
		['metadata next to rows', { meta: { status: 'running' }, data: [1] }, 'pending', 'running'],
		['the source alone', { source_import_status: 'queued' }, 'pending', 'queued'],
		['the job, not its last run', { status: 'done', lastRun: { state: 'x' } }, 'finished', 'done'],
		['a word that denies success', { status: 'not_successful' }, 'failed', 'not_successful'],
		['a bad envelope', { status: 'error', data: { status: 'pending' } }, 'failed', 'error'],
		[
			'the outer job',
			{ status: 'completed', report: { status: 'failed' } },
			'finished',
			'completed',
		],
		['a known one', { state: 'lilac', status: 'done' }, 'finished', 'done'],
		['an envelope where nothing is inside', { status: 'ok', data: { a: 1 } }, 'finished', 'ok'],
		[
			'an envelope beside what nobody knows',
			{ status: 'ok', data: { status: 'lilac' } },
			'finished',
			'ok',
		],
	])('is that of %s', (_, value, state, rawState) => {
		expect(stateOf(value)).toMatchObject({ state, rawState });
	});

	it('that is unknown is pending, and is shown', () => {
		const unknown = { state: 'pending', rawState: 'lilac', unknown: true };
		expect(stateOf({ status: 'lilac' })).toMatchObject(unknown);
		expect(stateOf({ job: { status: 'lilac' } })).toMatchObject(unknown);
		expect(stateOf({ status: 'ok', job: { status: 'lilac' } })).toMatchObject(unknown);
		expect(stateOf('lilac')).toMatchObject(unknown);
	});

	it.each([{}, { state: 'lilac' }, 3, []])('is shown where it is not a text: %j', (status) => {
		expect(stateOf({ id: 'a', status })).toMatchObject({ state: 'pending', unknown: true });
	});
});

it.each<[unknown, JobState]>([
	[{ status: 'running', done: true }, 'pending'],
	[{ status: 'lilac', done: true }, 'finished'],
])('where the job had its state before counts if its word is known: %j', (value, state) => {
	const read = readState(data(value), response('', {}), overrides({}), { earlierPath: 'status' });
	expect(read.state).toBe(state);
});

describe('a failure next to a good word', () => {
	it.each<[string, unknown, JobState]>([
		[
			'result_state',
			{ state: { life_cycle_state: 'TERMINATED', result_state: 'FAILED' }, run_id: 1 },
			'failed',
		],
		[
			'a good result_state',
			{ state: { life_cycle_state: 'TERMINATED', result_state: 'SUCCESS' }, run_id: 1 },
			'finished',
		],
		['conclusion', { status: 'completed', conclusion: 'timed_out' }, 'failed'],
		['success', { status: 'completed', success: false }, 'failed'],
		['success as a number', { status: 'finished', success: 0 }, 'failed'],
		['success as a number, next to others', { state: 'done', success: 0, user_id: 5 }, 'failed'],
		['a count of successes', { status: 'finished', success: 0, failed_count: 0 }, 'finished'],
		['a count next to others', { status: 'completed', success: 0, rejected: 2 }, 'finished'],
		['a count next to one as text', { state: 'completed', success: '0', skipped: '2' }, 'finished'],
		['a count of progress', { progress: { success: 0, pending: 0 }, status: 'done' }, 'finished'],
		['a count of a job', { job: { id: 'b', success: 0, waiting: 5 } }, 'pending'],
		['a code in words', { status: 'completed', result_code: 'FAILURE' }, 'failed'],
		['not hidden by a code', { resultCode: 'SUCCESS', data: { taskStatus: 'FAILED' } }, 'failed'],
		['not hidden by a code, in a job', { resultCode: 'OK', job: { state: 'error' } }, 'failed'],
		['ok in the envelope', { ok: false, data: { status: 'done' } }, 'failed'],
		[
			'an error in the place of the result',
			{ status: 'completed', output: null, error: 'no' },
			'failed',
		],
		[
			'an error in the state object',
			{ status: { state: 'DONE', errorResult: { message: 'no' } } },
			'failed',
		],
		['a verdict, which is none', { status: 'complete', result: 'fail' }, 'finished'],
		['success while it is running', { status: 'running', success: false }, 'pending'],
	])('is %s', (_, value, state) => {
		expect(stateOf(value).state).toBe(state);
	});

	it('is no failure where the word is a success or there is a result, but it is reported', () => {
		for (const value of [
			{ status: 'success', error: { message: 'half of it' } },
			{ status: 'completed', error: { message: 'half of it' } },
			{ status: 'completed', error: { message: 'half of it' }, results: [1] },
		]) {
			expect(stateOf(value)).toMatchObject({ state: 'finished', reason: 'half of it' });
		}
	});

	it.each([null, '', {}, [], false, { code: 'ok', message: '' }, { code: 0 }])(
		'is not an error such as %j',
		(error) => {
			expect(stateOf({ status: 'completed', error })).toMatchObject({ state: 'finished' });
			expect(stateOf({ status: 'completed', error }).reason).toBeUndefined();
		},
	);
});

describe('flags', () => {
	it.each<[unknown, JobState]>([
		[{ done: false }, 'pending'],
		[{ done: 'false' }, 'pending'],
		[{ done: 0 }, 'pending'],
		[{ done: true, response: { a: 1 } }, 'finished'],
		[{ done: true, error: { message: 'no' } }, 'failed'],
		[{ id: 'a', is_running: true }, 'pending'],
		[{ id: 'a', is_running: false }, 'finished'],
		[{ runId: 'a', isComplete: false, rows: [1] }, 'pending'],
		[{ complete: false, results: [1] }, 'pending'],
		[{ in_progress: true, data: [1] }, 'pending'],
		[{ incomplete: true, items: [1] }, 'pending'],
		[{ finished: true, successful: false }, 'failed'],
		[{ building: false, result: 'FAILURE', id: 1 }, 'failed'],
		[{ success: false, message: 'no' }, 'failed'],
		[{ status: false, message: 'no' }, 'failed'],
		[{ error: true, message: 'no' }, 'failed'],
		[{ status: { running: true } }, 'pending'],
		[{ status: { completed: false, failed: false }, result: { name: 'Ada' } }, 'pending'],
		[{ status: { completed: true, failed: false }, result: { name: 'Ada' } }, 'finished'],
		[{ job: { state: { isRunning: false, hasFailed: true } } }, 'failed'],
		[{ state: { done: true }, error: { message: 'no' } }, 'failed'],
	])('%j is %s', (value, state) => {
		expect(stateOf(value)).toMatchObject({ state, basis: 'flag' });
	});

	it('inside a state override a good word', () => {
		expect(stateOf({ status: { state: 'completed', success: false } })).toMatchObject({
			state: 'failed',
			rawState: 'completed (success: false)',
			path: 'status.success',
		});
	});

	it('with an unknown name are no result', () => {
		expect(stateOf({ id: 'a', status: { gone: true } })).toMatchObject({
			state: 'pending',
			unknown: true,
		});
	});

	it.each([
		{ id: 1, title: 'call back', completed: false },
		{ success: true, followers: 5 },
		{ data: { task: { text: 'call back', completed: false } } },
		{ isRunning: true, theme: 'dark', volume: 4 },
		{ rows: { person: { status: { pending: true }, name: 'Ada' } }, total: 1 },
		{ status: { pending: true }, a: {}, b: {}, c: {}, d: {}, e: {}, name: 'Ada' },
	])('%j is not a statement about a job', (value) => {
		expect(stateOf(value)).toMatchObject({ state: 'finished', basis: 'assumed' });
	});
});

describe('a failed job', () => {
	it.each<[unknown, string | undefined]>([
		[{ status: 'failed', error: { message: 'private profile' } }, 'private profile'],
		[{ status: 'failed', error: null }, undefined],
		[{ status: 'failed', message: 'ok' }, undefined],
		[{ status: 'failed', title: 'My report', failure_detail: 'no' }, 'no'],
		[
			{ status: 'failed', errors: { type: 'bad', messages: ['Too long a text'] } },
			'type: bad; messages: Too long a text',
		],
		[{ data: { state: 'failed', error_message: 'no' } }, 'no'],
		[{ Job: { JobStatus: 'FAILED', FailureReason: 'no' }, message: 'ok' }, 'no'],
		[
			{
				run_id: 1,
				state: { result_state: 'FAILED', life_cycle_state: 'ENDED', state_message: 'no' },
			},
			'no',
		],
		['failed', undefined],
	])('has a reason: %j', (value, reason) => {
		expect(stateOf(value)).toMatchObject({ state: 'failed', reason });
	});

	it.each<[unknown, string]>([
		[{ error: { message: 'no' } }, 'no'],
		[{ errors: [{ message: 'a' }, { message: 'b' }], data: null }, 'a; b'],
	])('may be nothing but an error: %j', (value, reason) => {
		expect(stateOf(value)).toMatchObject({ state: 'failed', basis: 'error', reason });
	});
});

describe('a response without a word for its state', () => {
	it.each<[string, Content, number, JobState, StateEvidence]>([
		['nothing', { kind: 'empty' }, 200, 'pending', 'status'],
		['nothing and 202', { kind: 'empty' }, 202, 'pending', 'status'],
		['content and 202', data({ eta: 5 }), 202, 'pending', 'status'],
		['content and 201', data({ name: 'x' }), 201, 'pending', 'status'],
		['only its id', data({ id: 'a', request_id: 'b' }), 200, 'pending', 'status'],
		['ids', data({ job_id: 'a', parent_job_id: 'p' }), 200, 'pending', 'status'],
		['null', data(null), 200, 'pending', 'status'],
		['an empty object', data({}), 200, 'pending', 'status'],
		['an empty text', data(''), 200, 'pending', 'status'],
		[
			'progress',
			data({ metadata: { progressPercent: 34 }, name: 'a/1' }),
			200,
			'pending',
			'progress',
		],
		['an end that has not come', data({ id: 'a', finished_at: null }), 200, 'pending', 'progress'],
		['a message', data({ message: 'It is still being generated' }), 200, 'pending', 'progress'],
		['content', data({ id: 'a', followers: 5 }), 200, 'finished', 'assumed'],
		['all of its progress', data({ id: 'a', progress: 100 }), 200, 'finished', 'assumed'],
		['all of it as a share', data({ id: 'a', progress: 1 }), 200, 'finished', 'assumed'],
		['an error of none', data({ error_msg: 'Success', n: 1 }), 200, 'finished', 'assumed'],
		['rows', data([{ id: 'a' }]), 200, 'finished', 'rows'],
		['rows in their place', data({ data: [{ id: 'a' }] }), 200, 'finished', 'rows'],
		['no rows', data([]), 200, 'finished', 'rows'],
		[
			'a file',
			{ kind: 'file', file: { bytes: Buffer.from('x'), name: 'x', type: 'application/pdf' } },
			200,
			'finished',
			'rows',
		],
		['a long text', { kind: 'text', text: 'All is well. '.repeat(10) }, 200, 'finished', 'rows'],
	])('but with %s', (_, content, status, state, basis) => {
		expect(readState(content, response('', {}, status), overrides())).toMatchObject({
			state,
			rawState: null,
			basis,
		});
	});

	it('that requests another poll is not the result', () => {
		const early = response('', { 'retry-after': '5' });
		expect(readState(data({ eta: 5 }), early, overrides()).state).toBe('pending');
	});
});

describe('a word that means two things', () => {
	it.each(['throttled', 'expired', 'stopped'])(
		'%s: failed, but without a reason in doubt',
		(status) => {
			expect(stateOf({ status })).toMatchObject({ state: 'failed', isDoubtful: true });
			expect(stateOf({ status, error: 'Late' }).isDoubtful).toBeUndefined();
			expect(stateOf({ status, finished_at: null }).state).toBe('pending');
		},
	);

	it('ready: finished, unless it has not ended', () => {
		expect(stateOf({ status: 'ready' }).state).toBe('finished');
		expect(stateOf({ status: 'ready', finished_at: null }).state).toBe('pending');
	});
});

describe('the words of the user', () => {
	it('take precedence', () => {
		expect(stateOf({ status: 'queued' }, { failedStates: ['Queued'] }).state).toBe('failed');
		expect(stateOf({ status: 'failed' }, { finishedStates: ['failed'] }).state).toBe('finished');
		expect(stateOf({ status: 'gave_up' }, { failedStates: ['gave up'] }).state).toBe('failed');
		expect(stateOf({ status: 'throttled' }, { pendingStates: ['throttled'] }).state).toBe(
			'pending',
		);
	});

	it.each([
		['finishedStates', 'archived', 'completed', 'finished'],
		['finishedStates', 'archived', 'archived', 'finished'],
		['finishedStates', 'archived', 'failed', 'failed'],
		['pendingStates', 'ready', 'ready', 'pending'],
		['pendingStates', 'ready', 'queued', 'pending'],
		['failedStates', 'gone', 'timeout', 'failed'],
	])('add to the usual ones: with %s %s, %s is %s', (option, word, status, state) => {
		expect(stateOf({ status }, { [option]: [word] }).state).toBe(state);
	});

	it.each<[unknown, string]>([
		['done', 'done'],
		[true, 'true'],
		[3, '3'],
	])('are read at the path of the user: %j', (value, word) => {
		const more = { statePath: 'x.y', finishedStates: ['done', 'true', '3'] };
		expect(stateOf({ status: 'failed', x: { y: value } }, more)).toMatchObject({
			state: 'finished',
			rawState: word,
			path: 'x.y',
		});
	});
});
