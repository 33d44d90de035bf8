import { HOSTILE_UNITS, OF_TEXT } from '../../../verify/blocking/steps';

/** Short for what is linear, and minutes for what takes the square of it. */
const LENGTH = 100_000;
const PATIENCE_MS = 60_000;

describe('a text of the service cannot keep n8n busy', () => {
	it.each(Object.entries(OF_TEXT))(
		'%s',
		async (_, run) => {
			const came: string[] = [];
			for (const unit of HOSTILE_UNITS) {
				await Promise.resolve(unit.repeat(LENGTH / unit.length))
					.then(run)
					.catch(() => undefined);
				came.push(unit);
				// Lets jest see how late it is.
				await new Promise(setImmediate);
			}
			expect(came).toEqual(HOSTILE_UNITS);
		},
		PATIENCE_MS,
	);
});
