import { NodeHelpers, type INodeParameters, type INodeProperties } from 'n8n-workflow';

import { takesJobId, wantsAllRows } from '../../nodes/shared/catalogue/vocabulary';
import { areas, nodeOf } from './areas';

const operations = areas.flatMap(({ node, area }) =>
	area.flatMap((resource) =>
		resource.operations.map((operation) => ({ node, area, resource, operation })),
	),
);

/** What n8n shows of a parameter, and what it is at first. */
function shown(node: string, parameters: INodeParameters): Map<string, INodeProperties> {
	const { description } = nodeOf(node);
	const stored = { ...parameters };
	const all = description.properties;
	const values = NodeHelpers.getNodeParameters(
		all,
		stored,
		true,
		false,
		{ typeVersion: 1 },
		description,
	);
	const isShown = (property: INodeProperties) =>
		NodeHelpers.displayParameter(values ?? {}, property, { typeVersion: 1 }, description);
	return new Map(all.filter(isShown).map((property) => [property.name, property]));
}

describe('the ID', () => {
	const JOB_ID = '={{ $json.job.id }}';

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
		expect(others.map(({ name }) => name)).toEqual(['socialBackgroundCheck flaggingCriteria: get']);
		const jobs = operations.filter(({ area, operation }) => takesJobId(area, operation));
		expect(byDefault).toHaveLength(jobs.length + 1);
		// Each of the 12 jobs, and what else has the ID of a job in its path.
		expect(jobs).toHaveLength(12 + 6);
	});
});

describe('Return All', () => {
	it('is on for exports alone', () => {
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
			'creatorExport: get',
			'creatorExport: submitAndWait',
		]);
		expect(operations.filter(({ operation }) => wantsAllRows(operation))).toHaveLength(3);
	});
});
