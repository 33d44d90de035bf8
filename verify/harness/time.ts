import { setTimeout as sleep } from 'node:timers/promises';

export const SECOND = 1_000;
export const MINUTE = 60 * SECOND;
/** On a machine that is busy with other things. */
const PATIENCE = 15 * MINUTE;

export async function until(
	done: () => Promise<boolean> | boolean,
	patience = PATIENCE,
	everyMs = 100,
): Promise<void> {
	const deadline = Date.now() + patience;
	while (!(await done())) {
		if (Date.now() > deadline) throw new Error('It did not happen in time');
		await sleep(everyMs);
	}
}
