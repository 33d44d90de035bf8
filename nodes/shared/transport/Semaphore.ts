import { clock } from '../clock';
import { rethrow } from '../failure/Failure';

/** A semaphore: runs at most so many tasks at once; the others wait in order. */
export class Semaphore {
	private free: number;
	private readonly line: Array<() => void> = [];

	constructor(count: number) {
		this.free = Math.max(1, Math.floor(count));
	}

	async run<T>(task: () => Promise<T>): Promise<T> {
		if (this.free > 0) this.free -= 1;
		else await new Promise<void>((resolve) => this.line.push(resolve));
		try {
			const result = await task();
			this.release();
			return result;
		} catch (error) {
			// The error may end the run: the caller gets it before the next task starts.
			void clock.yield().then(this.release);
			return rethrow(error);
		}
	}

	private readonly release = (): void => {
		const next = this.line.shift();
		if (next === undefined) this.free += 1;
		else next();
	};
}
