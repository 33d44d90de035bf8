import { creatorSearch } from '../../../../nodes/CreatorSearch/catalogue';
import { callsService, findOperation } from '../../../../nodes/shared/catalogue/types';
import { Failure } from '../../../../nodes/shared/failure/Failure';
import { withFormLabels } from '../../../../nodes/shared/node/labels';

const operation = findOperation(creatorSearch, 'creator', 'search');
const rejected = (count: number) => {
	if (operation === undefined || !callsService(operation)) throw new Error('No such operation');
	const body = Object.fromEntries(Array.from({ length: count }, (_, n) => [`f${n + 1}`, n]));
	const failure = withFormLabels(new Failure({ kind: 'response', message: 'No', status: 422 }), {
		operation,
		draft: { endpoint: operation.endpoint, query: [], body },
		tokenAdvice: '',
	});
	return failure instanceof Failure && failure.details.description;
};

describe('an error about fields lists what was sent', () => {
	it.each([
		[0, 'Sent: no fields.'],
		[11, 'Sent: f1, f2, f3, f4, f5, f6, f7, f8, f9, f10 ....'],
	])('of %d fields at most ten', (count, listed) => {
		expect(rejected(count)).toBe(` ${listed}`);
	});
});
