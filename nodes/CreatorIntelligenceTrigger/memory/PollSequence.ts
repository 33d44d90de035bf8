import { within } from '../../shared/clock';

/** The static data of one activation: n8n makes a new object for each. */
type StaticData = object;

interface SequencedPoll {
	data: StaticData;
	isActivation: boolean;
	/** A poll that takes longer must not block the trigger. */
	longestMs: number;
}

/** The polls of one trigger, one after the other. */
export class PollSequence {
	private running?: { readonly data: StaticData; readonly over: Promise<unknown> };

	/**
	 * n8n can start a poll while another one is still running: it is skipped. If the running poll belongs to an earlier activation,
	 * n8n drops what it finds, and the new one waits for it, as n8n considers the workflow active after it.
	 */
	async run<T>(
		{ data, isActivation, longestMs }: SequencedPoll,
		poll: () => Promise<T>,
	): Promise<T | 'skipped' | 'late'> {
		while (this.running !== undefined) {
			if (!isActivation || this.running.data === data) return 'skipped';
			await this.running.over;
		}
		// From here to the next `await` nothing else begins: of two that waited, one waits again.
		const result = within(longestMs, poll(), () => 'late' as const);
		const end = () => {
			this.running = undefined;
		};
		this.running = { data, over: result.then(end, end) };
		return await result;
	}
}
