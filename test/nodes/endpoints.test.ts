import { dialectNames, startSandbox, type DialectName } from '../../sandbox';
import { entries, type Entry } from './areas';
import { Driver, expectRun } from './driver';
import { instantly } from './examples';

const title = ({ node, resource, operation }: Entry) =>
	`${node.description.name} ${resource}: ${operation.value}`;

// In the others, contract.test.ts runs the same.
const others = dialectNames.filter((name) => !/^(enveloped|nested)$/.test(name));

describe.each(others)('in the dialect %s', (dialect: DialectName) => {
	let driver: Driver;

	beforeAll(async () => {
		driver = new Driver(await startSandbox({ dialect, durations: instantly }));
	});
	afterAll(async () => await driver.sandbox.close());

	it.each(entries.map((entry) => [title(entry), entry] as const))('%s', async (_, entry) => {
		expectRun(entry, await driver.run(entry), driver.sandbox);
	});
});
