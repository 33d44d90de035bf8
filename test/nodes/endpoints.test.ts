import { dialectNames, startSandbox, type DialectName } from '../../sandbox';
import { entries } from './areas';
import { Driver, expectRun, title } from './driver';
import { instantly } from './examples';

// In the others, contract.test.ts runs the same.
const others = dialectNames.filter((name) => !/^(enveloped|nested)$/.test(name));

/** The first dialect has all. jobResults.test.ts waits for jobs in the others. */
const runIn = (dialect: DialectName) =>
	entries.filter(({ operation: { kind } }) => dialect === 'flat' || kind !== 'submitAndWait');

describe.each(others)('in the dialect %s', (dialect: DialectName) => {
	let driver: Driver;

	beforeAll(async () => {
		driver = new Driver(await startSandbox({ dialect, durations: instantly }));
	});
	afterAll(async () => await driver.sandbox.close());

	it.each(runIn(dialect).map((entry) => [title(entry), entry] as const))('%s', async (_, entry) => {
		expectRun(entry, await driver.run(entry), driver.sandbox);
	});
});
