import { JOB_TYPES } from '../../nodes/shared/catalogue/jobTypes';
import type { Endpoint } from '../../nodes/shared/catalogue/types';
import { publishedEndpoints, publishedNames } from '../support/endpoints';
import { areas, entries, jobOf } from './areas';

const line = ({ method, path }: Endpoint) => `${method} ${path}`;

/** Submit and Wait is made of endpoints that have operations of their own. */
const ownEndpoints = entries
	.filter(({ operation }) => operation.kind !== 'submitAndWait')
	.map(({ operation }) => line(operation.endpoint));

describe('the catalogues', () => {
	it('contain each of the published endpoints once, and no other', () => {
		expect([...ownEndpoints].sort()).toEqual([...publishedEndpoints].sort());
	});

	it('define submit, get and submitAndWait for each asynchronous pair', () => {
		const steps = entries
			.filter(({ operation }) => jobOf(operation) !== undefined)
			.map(({ operation }) => `${jobOf(operation)?.type} ${operation.kind}`);
		expect(steps.sort()).toEqual(
			JOB_TYPES.flatMap((type) =>
				['get', 'submit', 'submitAndWait'].map((step) => `${type} ${step}`),
			).sort(),
		);
	});

	it('name only published endpoints for the results and comments of jobs', () => {
		const extra = entries
			.map(({ operation }) => jobOf(operation))
			.flatMap((job) => [job?.results, job?.comments].filter((each) => each !== undefined));
		expect(extra.length).toBeGreaterThan(0);
		expect(publishedEndpoints).toEqual(expect.arrayContaining(extra.map(line)));
	});
});

it('the names of resources and operations stay the same, as saved workflows use them', () => {
	const names = areas.flatMap(({ node, catalogue }) =>
		catalogue.flatMap(({ value, operations }) =>
			operations.map((each) => `${node.description.name}.${value}.${each.value}`),
		),
	);
	const waiting = publishedNames.filter((name) => name.endsWith('.submit'));
	const expected = [
		...publishedNames,
		...waiting.map((name) => `${name}AndWait`),
		'creatorSearch.report.create',
		'creatorSearch.contract.create',
	];
	expect(names.sort()).toEqual(expected.sort());
});
