import { criteriaId, profileUrl } from '../../../../nodes/shared/catalogue/commonFields';
import { create, endpoint, job, list } from '../../../../nodes/shared/catalogue/builders';
import {
	sendsBody,
	needsId,
	readsRows,
	takesJobId,
	wantsAllRows,
} from '../../../../nodes/shared/catalogue/types';

const words = ['Get a thing', 'Get it'] as const;

describe('an entry of the catalogue', () => {
	it('is read from a line', () => {
		expect(endpoint('get', 'GET /things/{id}', ...words)).toEqual({
			value: 'get',
			name: 'Get',
			action: 'Get a thing',
			description: 'Get it',
			fields: { main: [], more: [] },
			kind: 'call',
			endpoint: { method: 'GET', path: '/things/{id}' },
		});
		expect(list('getMany', 'POST /things', ...words)).toMatchObject({
			name: 'Get Many',
			kind: 'list',
			endpoint: { method: 'POST', path: '/things' },
		});
	});

	it.each([
		['GET /things', false, false],
		['GET /things/{id}', true, false],
		['POST /things', false, true],
		['PATCH /things/{id}', true, true],
	] as const)('%s needs an id: %s, has a body: %s', (line, id, body) => {
		const operation = endpoint('x', line, ...words);
		expect([needsId(operation), sendsBody(operation)]).toEqual([id, body]);
	});
});

describe('a job of the catalogue', () => {
	const screening = () =>
		job('screening', '/screening', 'screening', 'Check a profile for risks', {
			fields: [profileUrl],
			more: [criteriaId],
			document: true,
		});
	const byKind = (operations: ReturnType<typeof job>) =>
		Object.fromEntries(operations.map((each) => [each.kind, each]));

	it('has three operations on two endpoints', () => {
		const made = screening();
		const { submit, get, submitAndWait } = byKind(made);
		expect(made).toHaveLength(3);
		expect(submit.endpoint).toEqual({ method: 'POST', path: '/screening' });
		expect(submitAndWait.endpoint).toEqual(submit.endpoint);
		expect(get.endpoint).toEqual({ method: 'GET', path: '/screening/{id}' });
		expect(new Set(made.map((each) => each.job)).size).toBe(1);
		expect(made.map(({ value, kind, name }) => [value, kind, name])).toEqual([
			['submitAndWait', 'submitAndWait', 'Submit and Wait'],
			['submit', 'submit', 'Submit'],
			['get', 'get', 'Get'],
		]);
	});

	it('uses its article, its noun and the purpose of its users', () => {
		const operations = job('audienceOverlap', '/o', 'audience overlap', 'Compare audiences');
		expect(operations.map(({ description }) => description)).toEqual([
			'Start an audience overlap, wait for it (minutes, not hours) and return the result',
			'Start an audience overlap and return its ID immediately',
			'Read the state of an audience overlap, and its result if finished',
		]);
		expect(screening()[1].description).toBe('Start a screening and return its ID immediately');
		expect(operations.map(({ action }) => action)).toEqual([
			'Compare audiences',
			'Submit an audience overlap',
			'Get an audience overlap',
		]);
	});
});

it('lists read rows, other requests do not', () => {
	expect(readsRows(list('x', 'GET /x', ...words))).toBe(true);
	expect(readsRows(endpoint('x', 'GET /x', ...words))).toBe(false);
	expect(wantsAllRows(list('x', 'GET /x', ...words))).toBe(false);
});

it('an operation uses the id of a job for its own steps, and for what belongs to the job', () => {
	const [wait, submit, get] = job('screening', '/jobs', 'n', 'Do it');
	const rows = list('x', 'GET /jobs/{id}/rows', ...words, { of: 'screening' });
	const other = endpoint('x', 'GET /others/{id}', ...words);
	const started = endpoint('x', 'POST /jobs/more', ...words, { of: 'screening' });
	expect(
		[wait, submit, get, rows, other, started, create('report', ...words)].map(takesJobId),
	).toEqual([false, false, true, true, false, false, false]);
});
