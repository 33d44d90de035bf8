import { FORMS, HOSTILE_UNITS, textOf, WAYS } from '../../verify/blocking/inputs';
import { openReader, type Reader } from '../../verify/blocking/read';

/** Tenths of a second for what is linear, and several seconds for what takes the square of it. */
const LENGTH = 50_000;
/** Of the processor, as other work takes its share of the time on the clock. */
const MAX_MS = 2_500;

/** Those that differ in how they read a text. `npm run verify -- blocking` has all of them, with 1 MB. */
const SOME_WAYS = ['submit', 'list'];
const SOME_FORMS = [
	'a text',
	'CSV',
	'fields of JSON',
	'an error page',
	'an error in JSON',
	'headers',
];

let reader: Reader;
beforeAll(async () => (reader = await openReader()));
afterAll(() => reader.close());

async function msOf(way: string, form: string, unit: string): Promise<number> {
	const before = process.cpuUsage();
	await reader.read(WAYS[way], FORMS[form](textOf(unit, LENGTH)));
	return process.cpuUsage(before).user / 1_000;
}

describe.each(SOME_WAYS)('no text of the service can block n8n: %s', (name) => {
	it.each(SOME_FORMS)('%s', async (form) => {
		const slow: string[] = [];
		for (const unit of HOSTILE_UNITS) {
			if ((await msOf(name, form, unit)) <= MAX_MS) continue;
			// The garbage of earlier tests may have been collected meanwhile.
			if ((await msOf(name, form, unit)) > MAX_MS) slow.push(unit);
		}
		expect(slow).toEqual([]);
	});
});
