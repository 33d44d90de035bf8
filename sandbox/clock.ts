export interface Clock {
	now(): number;
}

export const realClock: Clock = { now: () => Date.now() };

/** Stands still until a test moves it: job states and limits follow at the next request. */
export class ManualClock implements Clock {
	private time: number;

	constructor(startMs = Date.UTC(2025, 0, 15, 9)) {
		this.time = startMs;
	}

	now(): number {
		return this.time;
	}

	advance(ms: number): void {
		if (ms < 0) throw new RangeError('Time does not run backwards');
		this.time += ms;
	}
}
