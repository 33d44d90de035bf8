import {
	contentUrl,
	criteriaId,
	profileUrl,
} from '../../../../nodes/shared/catalogue/commonFields';
import {
	endpoint,
	job,
	list,
	report,
	resource,
	resourceById,
} from '../../../../nodes/shared/catalogue/builders';
import {
	callsService,
	commonFields,
	findOperation,
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

	it.each(['', 'GET', '/things', 'DELETE /things', 'get /things', 'GET things', 'GET  /things'])(
		'is rejected where it is no endpoint: %j',
		(line) => {
			expect(() => endpoint('x', line, ...words)).toThrow('Not an endpoint');
			expect(() => list('x', line, ...words)).toThrow('Not an endpoint');
		},
	);

	it.each([
		['GET /things', false, false],
		['GET /things/{id}', true, false],
		['POST /things', false, true],
		['PATCH /things/{id}', true, true],
	])('%s needs an id: %s, has a body: %s', (line, id, body) => {
		const operation = endpoint('x', line, ...words);
		expect([needsId(operation), sendsBody(operation)]).toEqual([id, body]);
	});
});

describe('a job of the catalogue', () => {
	const screening = () =>
		job('screening', '/screening', 'screening', 'Check a profile for risks', {
			fields: [profileUrl],
			more: [criteriaId],
			resultFields: [contentUrl],
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

	it('reads one record, with all of its rows only where it says so', () => {
		expect(screening()[0].job).toEqual({
			type: 'screening',
			noun: 'screening',
			submit: { method: 'POST', path: '/screening' },
			get: { method: 'GET', path: '/screening/{id}' },
			rows: false,
			returnAllByDefault: false,
		});
		expect(screening().map(wantsAllRows)).toEqual([false, false, false]);
		const all = job('screening', '/s', 'n', 'Do it', { returnAllByDefault: true });
		expect(all.map(wantsAllRows)).toEqual([true, true, true]);
	});

	it('has its fields in the submission, and those of the result in the read', () => {
		const { submit, get, submitAndWait } = byKind(screening());
		expect(submit.fields).toEqual({ main: [profileUrl], more: [criteriaId] });
		expect(submitAndWait.fields).toEqual(submit.fields);
		expect(get.fields).toEqual({ main: [], more: [contentUrl] });
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

	it('names the endpoints of its results and comments', () => {
		const [{ job: definition }] = job('socialListening', '/s', 'n', 'Do it', {
			results: 'GET /s/{id}/fetch',
			comments: 'GET /s/{id}/comments',
		});
		expect(definition).toMatchObject({
			results: { method: 'GET', path: '/s/{id}/fetch' },
			comments: { method: 'GET', path: '/s/{id}/comments' },
		});
	});

	it.each<[string, Parameters<typeof job>[4], Record<string, boolean>]>([
		['one record', {}, { submit: false, get: false, submitAndWait: false }],
		['rows', { rows: true }, { submit: false, get: true, submitAndWait: true }],
		[
			'rows elsewhere',
			{ rows: true, results: 'GET /s/{id}/fetch' },
			{ submit: false, get: true, submitAndWait: true },
		],
	])('with %s reads rows where its result has some', (_, extras, expected) => {
		const operations = job('screening', '/s', 'n', 'Do it', extras);
		expect(Object.fromEntries(operations.map((each) => [each.kind, readsRows(each)]))).toEqual(
			expected,
		);
	});
});

it('lists read rows, other requests do not', () => {
	expect(readsRows(list('x', 'GET /x', ...words))).toBe(true);
	expect(readsRows(endpoint('x', 'GET /x', ...words))).toBe(false);
	expect(wantsAllRows(list('x', 'GET /x', ...words))).toBe(false);
});

it('a report is created without the service', () => {
	const made = report('create', ...words);
	expect(made).toEqual({
		value: 'create',
		kind: 'report',
		name: 'Create',
		action: 'Get a thing',
		description: 'Get it',
	});
	expect([callsService(made), needsId(made), sendsBody(made), readsRows(made)]).toEqual([
		false,
		false,
		false,
		false,
	]);
	expect(callsService(endpoint('x', 'GET /x', ...words))).toBe(true);
});

it('the common fields of an operation are those of the panel and the others', () => {
	const operation = endpoint('x', 'POST /x', ...words, {
		fields: [profileUrl],
		more: [criteriaId],
	});
	expect(commonFields(operation)).toEqual([profileUrl, criteriaId]);
});

it('an operation uses the id of a job for its own steps, and for what belongs to the job', () => {
	const [wait, submit, get] = job('screening', '/jobs', 'n', 'Do it');
	const rows = list('x', 'GET /jobs/{id}/rows', ...words, { of: 'screening' });
	const other = endpoint('x', 'GET /others/{id}', ...words);
	const started = endpoint('x', 'POST /jobs/more', ...words, { of: 'screening' });
	expect(
		[wait, submit, get, rows, other, started, report('create', ...words)].map(takesJobId),
	).toEqual([false, false, true, true, false, false, false]);
});

it('an operation is found by its resource and its own name', () => {
	const get = endpoint('get', 'GET /a', ...words);
	const area = [
		resourceById('a', 'A', 'A ID', 'About A', [get]),
		resource('b', 'B', 'About B', [endpoint('get', 'GET /b', ...words)]),
	];
	expect(area[0].idLabel).toBe('A ID');
	expect(findOperation(area, 'a', 'get')).toBe(get);
	expect(findOperation(area, 'b', 'get')).toMatchObject({ endpoint: { path: '/b' } });
	expect(findOperation(area, 'a', 'other')).toBeUndefined();
	expect(findOperation(area, 'c', 'get')).toBeUndefined();
});
