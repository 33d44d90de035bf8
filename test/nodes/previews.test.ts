import Ajv from 'ajv';
import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { previewOf } from '../../nodes/shared/description/preview';
import { dialectNames, startSandbox, type Sandbox } from '../../sandbox';
import { sampleOf } from '../../sandbox/routes/sample';
import { runNode } from '../engine/engine';
import { entries, nodeOf } from './areas';

const preview = (node: string, resource: string, operation: string) => {
	const entry = entries.find(
		(each) =>
			each.node === nodeOf(node) &&
			each.resource === resource &&
			each.operation.value === operation,
	);
	return entry === undefined ? undefined : previewOf(entry.operation);
};

/** Every field that is shown has to be there, and `job` may have no other. */
const validator = (shown: ReturnType<typeof preview>, names: string[]) => {
	const { properties = {} } = shown ?? {};
	const job = { ...properties.job, additionalProperties: false };
	return new Ajv({ strict: false }).compile({
		...shown,
		properties: { ...properties, ...(properties.job && { job }) },
		required: names,
	});
};

describe.each(dialectNames)('the preview of the output matches the output (%s)', (dialect) => {
	let sandbox: Sandbox;

	beforeAll(async () => {
		sandbox = await startSandbox({ dialect, creators: 100, durations: { screening: 0 } });
	});
	afterAll(async () => await sandbox.close());

	const screen = async (operation: string, more: INodeParameters = {}) => {
		const { json } = await runNode({
			node: nodeOf('socialBackgroundCheck'),
			credentials: { baseUrl: sandbox.url, apiToken: sandbox.token },
			parameters: {
				resource: 'screening',
				operation,
				profileUrl: sampleOf(sandbox.world).creator.url,
				options: { pollInterval: 0.01 },
				...more,
			},
			onError: 'continueRegularOutput',
		});
		return json[0];
	};
	const check = (operation: string, item: IDataObject, names: string[]) => {
		// An id may be a number, a word for the state may be missing, and `raw` is the service's own.
		const { id, rawState, ...job } = item.job as IDataObject;
		delete job.raw;
		const plain = { ...job, id: String(id), rawState: String(rawState) };
		const { error } = item;
		const told = {
			...item,
			job: plain,
			...(error !== undefined && { error: { ...(error as IDataObject), job: plain } }),
		};
		const validate = validator(preview('socialBackgroundCheck', 'screening', operation), names);
		expect([validate(told), validate.errors]).toEqual([true, null]);
	};

	it('of a job', async () => {
		const submitted = await screen('submit');
		check('submit', submitted, ['job']);
		const { id } = submitted.job as IDataObject;
		check('get', await screen('get', { id: id as string }), ['riskRating', 'flaggedCount', 'job']);
		check('submitAndWait', await screen('submitAndWait'), ['riskRating', 'flaggedCount', 'job']);
	});

	it('of a failed job', async () => {
		const item = await screen('submitAndWait', { profileUrl: 'https://a.example/@fails-always' });
		check('submitAndWait', item, ['job']);
	});
});

it('there is no preview where the output is unknown', () => {
	expect(preview('creatorSearch', 'creator', 'search')).toBeUndefined();
});
