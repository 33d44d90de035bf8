import { clearLine, cursorTo } from 'node:readline';
import { styleText } from 'node:util';

const HEARTBEAT = 30_000;

export interface Step<T> {
	/** What is known of how far it is: a count, never a guess of what is left. */
	known?: () => Promise<string>;
	/** The result, for the line that stays. */
	result?: (value: T) => string;
}

interface Running {
	title: string;
	began: number;
	known?: () => Promise<string>;
}

/** Shows the steps under way, several at once, with the time that each has taken so far. */
export class Progress {
	private readonly inTerminal = process.stdout.isTTY;
	private readonly running = new Set<Running>();
	private timer?: NodeJS.Timeout;

	constructor(private readonly quiet = false) {}

	async step<T>(title: string, { known, result }: Step<T>, work: () => Promise<T>): Promise<T> {
		if (this.quiet) return await work();
		const began = Date.now();
		const step = { title, began, known };
		this.running.add(step);
		if (this.inTerminal) void this.refresh();
		else console.log(`- ${title}`);
		this.timer ??= setInterval(
			() => void this.refresh(),
			this.inTerminal ? 1000 : HEARTBEAT,
		).unref();
		try {
			const value = await work();
			const said = result ? `${title}: ${result(value)}` : title;
			this.end(step, '✔', 'green', `${said} (${timeSince(began)})`);
			return value;
		} catch (error) {
			this.end(step, '✖', 'red', `${title} (${timeSince(began)})`);
			throw error;
		}
	}

	note(text: string): void {
		if (!this.quiet) this.say('ℹ', 'blue', text);
	}

	private end(step: Running, mark: string, colour: Colour, text: string): void {
		this.running.delete(step);
		this.say(mark, colour, text);
		if (this.running.size > 0) return;
		clearInterval(this.timer);
		this.timer = undefined;
	}

	/** A terminal has one line for all steps, in which each state takes the place of the last. */
	private async refresh(): Promise<void> {
		const texts = await Promise.all([...this.running].map(describe));
		if (this.running.size === 0) return;
		if (!this.inTerminal) {
			for (const text of texts) console.log(`- ${text}`);
			return;
		}
		this.clear();
		process.stdout.write(`- ${texts.join(' | ')}`.slice(0, process.stdout.columns - 1));
	}

	private say(mark: string, colour: Colour, text: string): void {
		if (this.inTerminal) this.clear();
		console.log(`${this.inTerminal ? styleText(colour, mark) : mark} ${text}`);
	}

	private clear(): void {
		cursorTo(process.stdout, 0);
		clearLine(process.stdout, 0);
	}
}

type Colour = 'green' | 'red' | 'blue';

async function describe({ title, began, known }: Running): Promise<string> {
	const so = known ? `: ${await known()}` : '';
	return `${title}${so} (${timeSince(began)} so far)`;
}

const timeSince = (began: number): string => duration((Date.now() - began) / 1000);

export function duration(time: number): string {
	const seconds = Math.ceil(time);
	return seconds < 60 ? `${seconds} s` : `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
}
