import { clearLine, cursorTo } from 'node:readline';
import { styleText } from 'node:util';

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
		let underWay = true;
		this.show(`- ${title} (about ${duration(estimate)})`);
		const timer = setInterval(
			() => {
				const elapsed = (Date.now() - began) / 1000;
				const part = fraction?.() ?? Promise.resolve(elapsed / estimate);
				void part.then((done) => {
					if (underWay) this.show(`- ${title} (${remaining(done, elapsed, estimate)})`);
				});
			},
			this.inTerminal ? 1000 : HEARTBEAT,
		);
		try {
			const result = await work();
			const took = duration((Date.now() - began) / 1000);
			this.say('✔', 'green', `${title} (${took})`);
			return result;
		} catch (error) {
			this.say('✖', 'red', title);
			throw error;
		} finally {
			underWay = false;
			clearInterval(timer);
		}
	}

	note(text: string): void {
		if (!this.quiet) this.say('ℹ', 'blue', text);
	}

	/** A terminal has one line for a step, in which each state takes the place of the last. */
	private show(text: string): void {
		if (!this.inTerminal) {
			console.log(text);
			return;
		}
		this.clear();
		process.stdout.write(text.slice(0, process.stdout.columns - 1));
	}

	private say(mark: string, colour: 'green' | 'red' | 'blue', text: string): void {
		if (this.inTerminal) this.clear();
		console.log(`${this.inTerminal ? styleText(colour, mark) : mark} ${text}`);
	}

	private clear(): void {
		cursorTo(process.stdout, 0);
		clearLine(process.stdout, 0);
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
