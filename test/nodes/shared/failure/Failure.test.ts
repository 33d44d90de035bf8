import {
	asFailure,
	Failure,
	inputFailure,
	rethrow,
} from '../../../../nodes/shared/failure/Failure';

describe('a failure', () => {
	const failure = new Failure({ kind: 'request', message: 'No answer', request: 'GET /x' });

	it('is an error with the message that the user reads', () => {
		expect(failure).toBeInstanceOf(Error);
		expect(failure).toMatchObject({ name: 'Failure', message: 'No answer', kind: 'request' });
	});

	it('can be copied with more details, and stays unchanged', () => {
		const more = failure.with({ message: 'No answer yet', retryAt: '2026-01-01' });
		expect(more.details).toEqual({
			kind: 'request',
			message: 'No answer yet',
			request: 'GET /x',
			retryAt: '2026-01-01',
		});
		expect(failure.details).toEqual({ kind: 'request', message: 'No answer', request: 'GET /x' });
	});

	it('of bad input names no request', () => {
		expect(inputFailure('Bad', 'Fix it').details).toEqual({
			kind: 'input',
			message: 'Bad',
			description: 'Fix it',
		});
	});
});

it.each<[string, unknown, string]>([
	['an error', new TypeError('x is undefined'), 'x is undefined'],
	['a text', 'x', 'x'],
	['nothing', undefined, 'undefined'],
])('%s that was thrown is a bug of the node', (_, thrown, description) => {
	expect(asFailure(thrown).details).toEqual({
		kind: 'unexpected',
		message: 'The node failed unexpectedly',
		description,
	});
});

it('a failure that was thrown stays unchanged', () => {
	const failure = inputFailure('Bad', 'Fix it');
	expect(asFailure(failure)).toBe(failure);
});

describe('a caught value', () => {
	it('is rethrown unchanged if it is an error', () => {
		const error = new RangeError('x');
		expect(() => rethrow(error)).toThrow(error);
	});

	it.each(['text', 5, undefined])('becomes an error if it is %p', (caught) => {
		expect(() => rethrow(caught)).toThrow(new Error(String(caught)));
	});
});
