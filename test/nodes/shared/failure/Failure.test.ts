import { asFailure, Failure } from '../../../../nodes/shared/failure/Failure';

describe('a failure', () => {
	const failure = new Failure({ kind: 'request', message: 'No answer', request: 'GET /x' });

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
