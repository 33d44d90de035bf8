import { OPERATIONS } from '../../../../nodes/endpoints';
import { callsService } from '../../../../nodes/shared/catalogue/types';
import { endpointLabel } from '../../../../nodes/shared/plan/plan';
import { DICTIONARIES } from '../../../../nodes/shared/pickers/dictionaries';

const lists = new Map(
	OPERATIONS.filter(callsService).map((operation) => [
		endpointLabel(operation.endpoint),
		operation,
	]),
);

it.each(Object.entries(DICTIONARIES))(
	'the picker of %s searches by the field that the form of the same endpoint has',
	(_, { endpoint, searchName }) => {
		const list = lists.get(endpointLabel(endpoint));
		expect(list?.kind).toBe('list');
		expect(list?.fields.main.map(({ name }) => name)).toEqual(
			searchName === undefined ? [] : [searchName],
		);
	},
);
