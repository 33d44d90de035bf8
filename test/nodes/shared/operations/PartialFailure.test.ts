import { completed, PartialFailure } from '../../../../nodes/shared/operations/PartialFailure';
import { thrownBy } from '../responses';

const item = { json: { a: 1 } };

it('an item that is whole comes out', () => {
	expect(completed({ item })).toBe(item);
});

it('an item that lacks something is kept beside the failure', () => {
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
