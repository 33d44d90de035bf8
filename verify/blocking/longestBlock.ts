/**
 * The longest time in milliseconds for which the event loop stood still while something ran. No more
 * than the processor worked for it: on a busy machine, other programs make everything wait.
 */
export async function longestBlock(run: () => unknown): Promise<number> {
	let longest = 0;
	let last = now();
	let isOver = false;
	const look = (): void => {
		const { wall, worked } = now();
		longest = Math.max(longest, Math.min(wall - last.wall, worked - last.worked));
		last = now();
		if (!isOver) setImmediate(look);
	};
	await new Promise(setImmediate);
	last = now();
	setImmediate(look);
	try {
		await run();
	} catch {
		// What is not readable has to be refused quickly, too.
	}
	isOver = true;
	look();
	return longest;
}

function now(): { wall: number; worked: number } {
	const { user, system } = process.cpuUsage();
	return { wall: performance.now(), worked: (user + system) / 1_000 };
}
