/** Work in small steps: each `yield` is a place where it may pause. `runInSlices` does it with pauses. */
export type Steps<T> = Generator<undefined, T>;

/** `map` in steps, for lists that may be long. */
export function* mapInSteps<T, U>(all: Iterable<T>, read: (each: T) => U): Steps<U[]> {
	const found: U[] = [];
	for (const each of all) {
		found.push(read(each));
		yield;
	}
	return found;
}

/** Without pauses, for what is known to be small. */
export function runAtOnce<T>(steps: Steps<T>): T {
	for (;;) {
		const { done, value } = steps.next();
		if (done) return value;
	}
}
