import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { startSandbox, type Sandbox } from '../../sandbox';
import { SocialBackgroundCheck } from '../../nodes/SocialBackgroundCheck/SocialBackgroundCheck.node';
import { runNode } from '../engine/engine';
import { getBrands, searchCreators } from './calls';
import { exampleOf } from './examples';

let sandbox: Sandbox;

beforeAll(async () => {
	sandbox = await startSandbox({ durations: { screening: 0 } });
});
afterAll(async () => await sandbox.close());

const explain = { explain: true };
const screen = async (operation: string, more: INodeParameters = {}, service = sandbox) =>
	await runNode({
		node: new SocialBackgroundCheck(),
		parameters: {
			resource: 'screening',
			operation,
			bodyMode: 'json',
			bodyJson: JSON.stringify(exampleOf(service, 'POST', '/screening')),
			options: explain,
			...more,
		},
		credentials: { baseUrl: service.url, apiToken: service.token },
	});

describe('Explain Recognition', () => {
	it('says where the id and the state of a submission were found', async () => {
		const hour = 3_600_000;
		const slow = await startSandbox({ durations: { screening: hour } });
		const { json } = await screen('submit', {}, slow);
		await slow.close();
		const { job, recognised } = json[0] as { job: IDataObject; recognised: IDataObject };
		expect(recognised.id).toMatchObject({ path: 'id', value: job.id, rule: expect.any(String) });
		expect(recognised.state).toMatchObject({ path: 'status', value: job.rawState });
	});

	it('adds the link, the rating and the count of a finished job', async () => {
		const { json } = await screen('submitAndWait');
		expect(json[0].recognised).toMatchObject({
			id: { path: 'id' },
			state: { path: 'status', state: 'finished' },
			rating: { path: 'report_summary.risk_rating' },
			flaggedCount: { path: 'report_summary.flagged_content_count' },
			link: { path: expect.stringContaining('url') },
		});
	});

	it('says where the rows and the next page were found, and what was sent for it', async () => {
		const { json } = await searchCreators(sandbox.url, {
			token: sandbox.token,
			parameters: { bodyMode: 'json', bodyJson: '{"limit": 5}', limit: 8, options: explain },
		});
		expect(json).toHaveLength(8);
		for (const { recognised } of json) {
			expect(recognised).toMatchObject({
				rows: { path: expect.any(String), value: json.length, rule: expect.any(String) },
				next: { rule: expect.any(String), sent: expect.anything() },
			});
		}
	});

	it('stays on the item when Output Fields selects other fields', async () => {
		const options = { ...explain, outputFields: 'status' };
		const { json } = await screen('submitAndWait', { options });
		expect(Object.keys(json[0]).sort()).toEqual(['job', 'recognised', 'status']);
	});

	it('adds nothing unless it is turned on', async () => {
		const { json } = await getBrands(sandbox.url, { token: sandbox.token });
		expect(json[0]).not.toHaveProperty('recognised');
	});
});
