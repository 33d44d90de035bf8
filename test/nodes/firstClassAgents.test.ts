import { startSandbox } from '../../sandbox';
import { runInline } from '../support/inline';
import { entries, nodeOf } from './areas';
import { Driver } from './driver';
import { instantly } from './examples';

let driver: Driver;

beforeAll(async () => {
	driver = new Driver(await startSandbox({ creators: 200, durations: instantly }));
});
afterAll(async () => await driver.sandbox.close());
beforeEach(() => {
	driver.sandbox.log.clear();
	driver.sandbox.faults.clear();
});

const contact = (options = {}, operation = 'get') => ({
	node: nodeOf('creatorSearch'),
	credentials: { baseUrl: driver.sandbox.url, apiToken: driver.sandbox.token },
	parameters: { resource: 'contact', operation, identifier: 'somebody', options },
});

describe("in n8n's first-class agents, which keep nothing between calls", () => {
	it.each(
		entries.map(
			(entry) =>
				[
					`${entry.node.description.name} ${entry.resource}: ${entry.operation.value}`,
					entry,
				] as const,
		),
	)('%s runs', async (_, entry) => {
		const { data, error } = await runInline(await driver.optionsOf(entry));
		expect(error).toBeUndefined();
		expect(data).not.toHaveLength(0);
	});

	it.each([
		['Max Paid Requests', { maxPaidRequests: 3 }],
		['Skip Already Processed', { skipProcessed: true }],
		['Max Paid Requests', { maxPaidRequests: 3, dryRun: true }],
	])('%s is declined before anything is sent', async (label, options) => {
		const { error, data } = await runInline(contact(options));
		expect(error).toContain(`'${label}' cannot be used here, so nothing was sent`);
		expect(error).toContain('Do not call it again');
		expect(data).toEqual([]);
		expect(driver.sandbox.log.count()).toBe(0);
	});

	it('a request that is free ignores both', async () => {
		const options = { ...contact({ maxPaidRequests: 3, skipProcessed: true }) };
		const parameters = { ...options.parameters, resource: 'dictionary', operation: 'getBrands' };
		const { error, data } = await runInline({ ...options, parameters });
		expect(error).toBeUndefined();
		expect(data).not.toHaveLength(0);
	});

	it('an error promises no retry that continues', async () => {
		const { faults } = driver.sandbox;
		faults.add({ kind: 'status', path: '/discovery', skip: 1, status: 400 });
		const { node, credentials } = contact();
		const parameters = { resource: 'creator', operation: 'search', keyword: 'a', returnAll: true };
		const { error } = await runInline({ node, credentials, parameters });
		expect(error).toContain('POST /discovery');
		expect(error).not.toContain('stored with this execution');
	});
});
