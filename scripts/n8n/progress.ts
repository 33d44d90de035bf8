import ora from 'ora';

const HEARTBEAT = 30_000;

export interface Step {
	/** What comes instead of the estimate, where it can be counted: 0 to 1. */
	fraction?: () => Promise<number>;
	/** How long it takes on a usual machine, in seconds. */
	estimate: number;
}

/** Shows one step after the other, with the time that each still takes. */
export class Progress {
	private readonly inTerminal = process.stdout.isTTY;

	constructor(private readonly quiet = false) {}

	async step<T>(title: string, { estimate, fraction }: Step, work: () => Promise<T>): Promise<T> {
		if (this.quiet) return await work();
		const began = Date.now();
		const spinner = ora({
			text: `${title} (about ${duration(estimate)})`,
			stream: process.stdout,
			// Ctrl-C is for the process to handle.
			discardStdin: false,
		}).start();
		const timer = setInterval(
			() => {
				const elapsed = (Date.now() - began) / 1000;
				const part = fraction?.() ?? Promise.resolve(elapsed / estimate);
				void part.then((done) => {
					const text = `${title} (${remaining(done, elapsed, estimate)})`;
					if (this.inTerminal) spinner.text = text;
					else console.log(`  ${text}`);
				});
			},
			this.inTerminal ? 1000 : HEARTBEAT,
		);
		try {
			const result = await work();
			spinner.succeed(`${title} (${duration((Date.now() - began) / 1000)})`);
			return result;
		} catch (error) {
			spinner.fail(title);
			throw error;
		} finally {
			clearInterval(timer);
		}
	}

	note(text: string): void {
		if (!this.quiet) ora({ stream: process.stdout }).info(text);
	}
}

function remaining(done: number, elapsed: number, estimate: number): string {
	const percent = `${Math.min(99, Math.floor(done * 100))} %`;
	if (done >= 1) return `${percent}, takes longer than usual`;
	// The less was counted, the less it says about the rest.
	const counted = done > 0 ? (elapsed / done) * (1 - done) : 0;
	const left = done * counted + (1 - done) * Math.max(0, estimate - elapsed);
	return `${percent}, about ${duration(Math.max(1, left))} left`;
}

export function duration(time: number): string {
	const seconds = Math.ceil(time);
	return seconds < 60 ? `${seconds} s` : `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
}
