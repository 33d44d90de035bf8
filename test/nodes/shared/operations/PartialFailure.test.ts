import { completed, PartialFailure } from '../../../../nodes/shared/operations/PartialFailure';
import { thrownBy } from '../responses';

const item = { json: { a: 1 } };

it('a complete item is returned', () => {
	expect(completed({ item })).toBe(item);
});

it('an incomplete item is kept along with the failure', () => {
	const failure = new Error('no');
	const thrown = thrownBy(() => completed({ item, failure }));
	expect(thrown).toBeInstanceOf(PartialFailure);
	expect(thrown).toMatchObject({
		name: 'PartialFailure',
		message: 'The operation failed before it was complete',
		failure,
		items: [item],
	});
});
