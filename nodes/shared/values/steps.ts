/** Work in small steps: each `yield` is a place where it may pause. `runInSlices` does it with pauses. */
export type Steps<T> = Generator<undefined, T>;

/** Without pauses, for what is known to be small. */
export function runAtOnce<T>(steps: Steps<T>): T {
	for (;;) {
		const { done, value } = steps.next();
		if (done) return value;
	}
}
