import { HOSTILE_UNITS, OF_TEXT } from '../../../verify/blocking/steps';

/** Some hundredths of a second for what is linear, and many seconds for what takes the square of it. */
const LENGTH = 60_000;
/** Of the processor, as other work takes its share of the time on the clock. */
const MAX_MS = 2_000;

describe('a text of the service cannot block n8n', () => {
	it.each(Object.entries(OF_TEXT))('%s', async (_, run) => {
		const slow: string[] = [];
		for (const unit of HOSTILE_UNITS) {
			const before = process.cpuUsage();
			await Promise.resolve(unit.repeat(LENGTH / unit.length))
				.then(run)
				.catch(() => undefined);
			if (process.cpuUsage(before).user > 1_000 * MAX_MS) slow.push(unit);
			// Lets jest see how late it is.
			await new Promise(setImmediate);
		}
		expect(slow).toEqual([]);
	});
});
