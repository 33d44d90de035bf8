import { styleText } from 'node:util';

const HEARTBEAT = 30_000;

/** Shows when a step begins and ends, and now and then how long it has taken so far. */
export class Progress {
	async step<T>(
		title: string,
		/** The result, for the line at the end. */
		{ result }: { result?: (value: T) => string },
		work: () => Promise<T>,
	): Promise<T> {
		const began = Date.now();
		const took = () => duration((Date.now() - began) / 1000);
		console.log(`- ${title}`);
		const timer = setInterval(() => console.log(`- ${title} (${took()} so far)`), HEARTBEAT);
		try {
			const value = await work();
			this.say('✔', 'green', `${title}${result ? `: ${result(value)}` : ''} (${took()})`);
			return value;
		} catch (error) {
			this.say('✖', 'red', `${title} (${took()})`);
			throw error;
		} finally {
			clearInterval(timer);
		}
	}

	note(text: string): void {
		this.say('ℹ', 'blue', text);
	}

	private say(mark: string, colour: 'green' | 'red' | 'blue', text: string): void {
		console.log(`${process.stdout.isTTY ? styleText(colour, mark) : mark} ${text}`);
	}
}

export function duration(time: number): string {
	const seconds = Math.ceil(time);
	return seconds < 60 ? `${seconds} s` : `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
}
