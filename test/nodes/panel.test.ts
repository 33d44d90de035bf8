import {
	NodeHelpers,
	type INodeParameters,
	type INodeProperties,
	type INodePropertyCollection,
} from 'n8n-workflow';

import { JOB_TYPES } from '../../nodes/shared/catalogue/jobTypes';
import { takesJobId, wantsAllRows } from '../../nodes/shared/catalogue/types';
import { OPTION_GROUPS, OPTIONS } from '../../nodes/shared/settings/options';
import { readSettings } from '../../nodes/shared/settings/readSettings';
import { areas, nodeOf } from './areas';

const operations = areas.flatMap(({ node, catalogue }) =>
	catalogue.flatMap((resource) =>
		resource.operations.map((operation) => ({ node, catalogue, resource, operation })),
	),
);

/** The parameters as n8n hands them over, with all defaults. */
function filledIn(node: string, parameters: INodeParameters): INodeParameters {
	const { description } = nodeOf(node);
	const { properties } = description;
	const version = { typeVersion: 1 };
	const all = NodeHelpers.getNodeParameters(
		properties,
		parameters,
		true,
		false,
		version,
		description,
	);
	return all ?? {};
}

/** The parameters that n8n shows. */
function shown(node: string, parameters: INodeParameters): Map<string, INodeProperties> {
	const { description } = nodeOf(node);
	const values = filledIn(node, parameters);
	const isShown = (property: INodeProperties) =>
		NodeHelpers.displayParameter(values, property, { typeVersion: 1 }, description);
	return new Map(
		description.properties.filter(isShown).map((property) => [property.name, property]),
	);
}

it('offers Simplify where there is something to simplify', () => {
	const without = operations
		.filter(
			({ node, resource, operation }) =>
				!shown(node.description.name, {
					resource: resource.value,
					operation: operation.value,
				}).has('simplify'),
		)
		.filter(({ operation }) => !['submit', 'report', 'contract'].includes(operation.kind))
		.map(({ operation }) => operation.value);
	expect(without).toEqual([
		'getBrands',
		'getInterests',
		'getLanguages',
		'getLocations',
		'getTopicRelevance',
		'getTopics',
	]);
});

describe('the ID', () => {
	const JOB_ID = '={{ $json.job?.id ?? $json.jobId }}';

	it('is that of the job in the input, where the operation takes one', () => {
		const byDefault = operations
			.map(({ node, resource, operation }) => ({
				name: `${node.description.name} ${resource.value}: ${operation.value}`,
				id: shown(node.description.name, {
					resource: resource.value,
					operation: operation.value,
				}).get('id'),
			}))
			.filter(({ id }) => id !== undefined);
		for (const { id } of byDefault) expect(id?.required).toBe(true);
		const others = byDefault.filter(({ id }) => id?.default !== JOB_ID);
		expect(others.map(({ name }) => name)).toEqual([
			'socialBackgroundCheck flaggedContent: unflag',
			'socialBackgroundCheck flaggingCriteria: get',
		]);
		const jobs = operations.filter(({ operation }) => takesJobId(operation));
		expect(byDefault).toHaveLength(jobs.length + 1);
	});
});

describe('Return All', () => {
	it('is on where all rows are the result', () => {
		const on = operations
			.map(({ node, resource, operation }) => ({
				name: `${resource.value}: ${operation.value}`,
				property: shown(node.description.name, {
					resource: resource.value,
					operation: operation.value,
				}).get('returnAll'),
			}))
			.filter(({ property }) => property?.default === true);
		expect(on.map(({ name }) => name)).toEqual([
			'creatorExport: submitAndWait',
			'creatorExport: get',
			'request: submitAndWait',
			'request: get',
		]);
		expect(operations.filter(({ operation }) => wantsAllRows(operation))).toHaveLength(6);
	});
});

describe('options', () => {
	const named = operations.map(
		(each) =>
			[
				`${each.node.description.name} ${each.resource.value}: ${each.operation.value}`,
				each.node.description.name,
				{ resource: each.resource.value, operation: each.operation.value },
			] as const,
	);
	const collectionOf = (node: string, chosen: INodeParameters) =>
		(shown(node, chosen).get('options')?.options ?? []) as INodeProperties[];
	const opened = (entries: INodeProperties[]): INodeParameters =>
		Object.fromEntries(
			entries
				.filter(({ type }) => type === 'fixedCollection')
				.map(({ name }) => [name, { values: {} }]),
		);

	it.each(named)('%s shows each once, alone or in its group', (_, node, chosen) => {
		for (const { name, type, default: initial, options } of collectionOf(node, chosen)) {
			const group = OPTION_GROUPS.find((each) => each === name);
			if (group === undefined) {
				expect(Object.keys(OPTIONS.ungrouped)).toContain(name);
				continue;
			}
			expect([type, initial]).toEqual(['fixedCollection', { values: {} }]);
			const [{ values }] = options as INodePropertyCollection[];
			expect(Object.keys(OPTIONS[group])).toEqual(
				expect.arrayContaining(values.map(({ name: inner }) => inner)),
			);
		}
	});

	it.each(named)('%s: opening a group changes nothing by itself', (_, node, chosen) => {
		const options = opened(collectionOf(node, chosen));
		const before = filledIn(node, chosen);
		const after = filledIn(node, { ...chosen, options });
		expect(after.options ?? {}).toEqual(
			Object.fromEntries(Object.keys(options).map((name) => [name, expect.anything()])),
		);
		expect(readSettings(after.options)).toEqual(readSettings(before.options));
	});

	it('that are changed often are parameters of their own', () => {
		const own = operations.flatMap(({ node, resource, operation }) => {
			const parameters = shown(node.description.name, {
				resource: resource.value,
				operation: operation.value,
			});
			return Object.keys(OPTIONS.parameters)
				.filter((name) => parameters.has(name))
				.map((name) => `${operation.kind} ${name}`);
		});
		const count = (each: string) => own.filter((name) => name === each).length;
		expect(count('submitAndWait maxWait')).toBe(JOB_TYPES.length);
		const jobs = operations.flatMap(({ operation }) =>
			operation.kind === 'get' ? [operation] : [],
		);
		const withComments = jobs.filter(({ job }) => job.comments !== undefined).length;
		expect(count('get includeComments')).toBe(withComments);
		expect(count('submitAndWait includeComments')).toBe(withComments);
		expect(count('get downloadFile')).toBe(jobs.filter(({ document }) => document).length);
		expect(count('call downloadFile')).toBeGreaterThan(0);
	});
});
