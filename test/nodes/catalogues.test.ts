import { JOB_TYPES } from '../../nodes/shared/catalogue/jobTypes';
import type { Endpoint } from '../../nodes/shared/catalogue/vocabulary';
import { publishedEndpoints } from '../support/endpoints';
import { areas, entries, jobOf } from './areas';

const line = ({ method, path }: Endpoint) => `${method} ${path}`;

/** Submit and Wait is made of endpoints that have operations of their own. */
const ownEndpoints = entries
	.filter(({ operation }) => operation.kind !== 'submitAndWait')
	.map(({ operation }) => line(operation.endpoint));

describe('the catalogues', () => {
	it('hold each of the 49 published endpoints once, and no other', () => {
		expect(publishedEndpoints).toHaveLength(49);
		expect([...ownEndpoints].sort()).toEqual([...publishedEndpoints].sort());
	});

	it('give each of the 12 asynchronous pairs submit, get and submitAndWait', () => {
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

/** A public contract: saved workflows hold these names. */
const CONTRACT: Record<string, Record<string, string[]>> = {
	creatorSearch: {
		creator: ['search', 'quickSearch'],
		creatorExport: ['submit', 'get', 'submitAndWait'],
		contact: ['get'],
		emailLookup: ['submit', 'get', 'submitAndWait'],
		audienceOverlap: ['submit', 'get', 'submitAndWait'],
		profileAnalytics: ['get', 'getProfessional'],
		profileAnalyticsReport: ['submit', 'get', 'submitAndWait'],
		profile: ['get'],
		report: ['create'],
		dictionary: [
			'getBrands',
			'getInterests',
			'getLanguages',
			'getLocations',
			'getTopics',
			'getTopicRelevance',
			'getUserHandles',
		],
	},
	socialBackgroundCheck: {
		screening: ['submit', 'get', 'submitAndWait', 'generateReport', 'enableMonitoring'],
		flaggedContent: ['getMany', 'unflag'],
		mediaScreening: ['submit', 'get', 'submitAndWait'],
		flaggingCriteria: ['create', 'get', 'getMany'],
	},
	contentAndComments: {
		content: ['get'],
		contentFetch: ['submit', 'get', 'submitAndWait'],
		professionalContent: ['submit', 'get', 'submitAndWait'],
		comment: ['getMany'],
		professionalComment: ['submit', 'get', 'submitAndWait'],
	},
	purchaseIntent: { analysis: ['submit', 'get', 'submitAndWait'], comment: ['getMany'] },
	commentsRelevance: { analysis: ['submit', 'get', 'submitAndWait'], comment: ['getMany'] },
	socialListening: { request: ['submit', 'get', 'submitAndWait'], insight: ['getMany'] },
};

describe('the names of resources and operations', () => {
	it.each(areas.map(({ node, area }) => [node.description.name, area] as const))(
		'%s keeps its contract',
		(name, area) => {
			const names = Object.fromEntries(
				area.map(({ value, operations }) => [value, operations.map((each) => each.value).sort()]),
			);
			const contract = Object.entries(CONTRACT[name]).map(([key, values]) => [
				key,
				[...values].sort(),
			]);
			expect(names).toEqual(Object.fromEntries(contract));
		},
	);
});
