import { FORMS, HOSTILE_UNITS, LARGE, textOf, WAYS } from '../../verify/blocking/inputs';
import type { Response } from '../../verify/blocking/inputs';
import { openReader, type Reader } from '../../verify/blocking/read';

/** Hundredths of a second for what is linear, and one or more for what takes the square of it. */
const LENGTH = 25_000;
/** Of the processor, as other work takes its share of the time on the clock. */
const MAX_MS = 625;

/** Those that differ in how they read a text. `npm run verify -- blocking` has all of them, and longer texts. */
const SOME = {
	submit: ['a text', 'fields of JSON', 'headers'],
	list: ['CSV', 'fields of JSON', 'an error page', 'an error in JSON'],
};

let reader: Reader;
beforeAll(async () => (reader = await openReader()));
afterAll(() => reader.close());

async function msOf(way: string, response: Response): Promise<number> {
	const before = process.cpuUsage();
	await reader.read(WAYS[way], response);
	return process.cpuUsage(before).user / 1_000;
}

describe.each(Object.entries(SOME))('no text of the service can block n8n: %s', (name, forms) => {
	it.each(forms)('%s', async (form) => {
		const slow: string[] = [];
		for (const unit of HOSTILE_UNITS) {
			const response = FORMS[form](textOf(unit, LENGTH));
			if ((await msOf(name, response)) <= MAX_MS) continue;
			// The garbage of earlier tests may have been collected meanwhile.
			if ((await msOf(name, response)) > MAX_MS) slow.push(unit);
		}
		expect(slow).toEqual([]);
	});

	it('10,000 lists in one object', async () => {
		const body = JSON.stringify(LARGE['10,000 lists']());
		expect(await msOf(name, { body })).toBeLessThan(MAX_MS / 2);
	});
});
