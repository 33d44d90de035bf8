import type { INodeProperties } from 'n8n-workflow';

import {
	callsService,
	sendsBody,
	type EndpointOperation,
} from '../../../../nodes/shared/catalogue/types';
import {
	bodyMode,
	httpProperties,
	mainProperties,
	queryProperties,
} from '../../../../nodes/shared/description/body';
import { areas } from '../../areas';

const operations: Array<[string, EndpointOperation]> = areas.flatMap(({ catalogue }) =>
	catalogue.flatMap((resource) =>
		resource.operations
			.filter(callsService)
			.map(
				(operation) =>
					[`${resource.value} ${operation.value}`, operation] as [string, EndpointOperation],
			),
	),
);
const withBody = operations.filter(([, operation]) => sendsBody(operation));
const withoutBody = operations.filter(([, operation]) => !sendsBody(operation));

const modesOf = ({ displayOptions }: INodeProperties) => displayOptions?.show?.bodyMode;
const modes = bodyMode.options?.map((option) => ('value' in option ? option.value : undefined));

it.each(withBody)('%s: each way to fill the body has its own parameters', (_, operation) => {
	const shown = mainProperties(operation).map((each) => [each.name, modesOf(each)]);
	const own = [
		['excludeFields', ['input']],
		['bodyJson', ['json']],
		['mappedFields', ['schema']],
	];
	expect(shown.slice(-own.length)).toEqual(own);
	for (const [, each] of shown.slice(0, -own.length)) expect(each).toEqual(['fields']);
});

it.each(withBody)('%s: query parameters are offered where More Fields are not', (_, operation) => {
	const [chosen, sendQuery, query] = httpProperties(operation);
	expect(chosen).toBe(bodyMode);
	expect(sendQuery?.name).toBe('sendQuery');
	expect(modesOf(sendQuery ?? bodyMode)).toEqual(modes?.filter((mode) => mode !== 'fields'));
	expect(query?.displayOptions).toEqual({ show: { sendQuery: [true] } });
});

it.each(withoutBody)('%s has query parameters and no choice of a body', (_, operation) => {
	expect(httpProperties(operation)).toEqual(queryProperties);
	expect(mainProperties(operation).some((each) => modesOf(each) !== undefined)).toBe(false);
});
