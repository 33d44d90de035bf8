import { readsRows } from '../../nodes/shared/catalogue/types';
import { dialectNames, startSandbox, type DialectName } from '../../sandbox';
import { FILES } from '../../sandbox/service';
import { entries, jobOf, type Entry } from './areas';
import { Driver } from './driver';
import { instantly } from './examples';

const title = ({ node, resource, operation }: Entry) =>
	`${node.description.name} ${resource}: ${operation.value}`;

describe.each(dialectNames)('in the dialect %s', (dialect: DialectName) => {
	let driver: Driver;

	beforeAll(async () => {
		driver = new Driver(await startSandbox({ dialect, durations: instantly }));
	});
	afterAll(async () => await driver.sandbox.close());

	it.each(entries.map((entry) => [title(entry), entry] as const))('%s', async (_, entry) => {
		const { operation } = entry;
		const { items, json, error } = await driver.run(entry);

		expect(error).toBeUndefined();
		expect(json.length).toBeGreaterThan(0);
		expect(items[0].every(({ pairedItem }) => JSON.stringify(pairedItem) === '{"item":0}')).toBe(
			true,
		);
		const sent = driver.sandbox.log.all();
		expect(sent[0].method).toBe(operation.endpoint.method);
		expect(sent[0].headers.authorization).toBe(driver.sandbox.token);
		// A download of a linked file may be rejected with the token, and is then tried without it.
		const own = sent.filter(({ path }) => !path.startsWith(FILES));
		expect(own.every(({ status }) => status !== null && status < 400)).toBe(true);

		const job = jobOf(operation);
		if (job !== undefined) {
			expect(json[0].job).toMatchObject({
				type: job.type,
				state: operation.kind === 'submit' ? expect.any(String) : 'finished',
			});
		}
		if (readsRows(operation)) expect(json.every((row) => !Array.isArray(row.data))).toBe(true);
	});
});
