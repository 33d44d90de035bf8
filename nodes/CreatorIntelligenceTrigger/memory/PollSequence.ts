import { within } from '../../shared/clock';

/** The static data of one activation: n8n makes a new object for each. */
type StaticData = object;

/** The polls of one trigger, one after the other, and the activation that they belong to. */
export class PollSequence {
	private running?: { readonly data: StaticData; readonly over: Promise<unknown> };

	/** Of the activation whose first poll went well. */
	activated?: StaticData;

	/**
	 * n8n can start a poll while another one is still running: it is skipped. If the running poll belongs to an earlier activation,
	 * n8n drops what it finds, and the new one waits for it, as n8n considers the workflow active after it.
	 * A poll that takes longer than `longestMs` must not block the trigger: for it, `isCurrent` is false from then on.
	 */
	async run<T>(
		{
			data,
			isActivation,
			longestMs,
		}: { data: StaticData; isActivation: boolean; longestMs: number },
		poll: (isCurrent: () => boolean) => Promise<T>,
	): Promise<T | 'skipped'> {
		while (this.running !== undefined) {
			if (!isActivation || this.running.data === data) return 'skipped';
			await this.running.over;
		}
		// From here to the next `await` nothing else begins: of two that waited, one waits again.
		const isCurrent = () => this.running === running;
		const result = poll(isCurrent);
		const end = () => {
			if (isCurrent()) this.running = undefined;
		};
		const over = within(longestMs, result.then(end, end), end);
		const running = { data, over };
		this.running = running;
		return await result;
	}
}
