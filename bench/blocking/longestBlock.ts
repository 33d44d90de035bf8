/** The longest time in milliseconds for which the event loop stood still while something ran. */
export async function longestBlock(run: () => unknown): Promise<number> {
	let longest = 0;
	let last = performance.now();
	let isOver = false;
	const look = (): void => {
		const now = performance.now();
		longest = Math.max(longest, now - last);
		last = now;
		if (!isOver) setImmediate(look);
	};
	await new Promise(setImmediate);
	last = performance.now();
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
