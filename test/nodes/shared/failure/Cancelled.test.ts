import { Cancelled, isOutcomeUnknown } from '../../../../nodes/shared/failure/Cancelled';
import { Failure } from '../../../../nodes/shared/failure/Failure';

it('a cancelled execution says whether a request had been sent', () => {
	expect(new Cancelled()).toMatchObject({
		name: 'Cancelled',
		message: 'The execution was cancelled',
		inFlight: false,
	});
	expect(Cancelled.whileInFlight()).toMatchObject({ name: 'Cancelled', inFlight: true });
});

const failure = new Failure({ kind: 'request', message: 'No', request: 'POST /x' });

it.each<[string, unknown, boolean]>([
	['a failure', failure, false],
	['a failure that may have been processed', failure.with({ outcomeUnknown: true }), true],
	['Stop before it was sent', new Cancelled(), false],
	['Stop while it was under way', Cancelled.whileInFlight(), true],
	['an error that nobody expected', new TypeError('x'), true],
	['nothing', undefined, true],
])('after %s, whether the outcome of a request is unknown', (_, error, expected) => {
	expect(isOutcomeUnknown(error)).toBe(expected);
});
