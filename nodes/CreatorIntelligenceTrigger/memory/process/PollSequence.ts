/** The static data of one activation: n8n makes a new object for each. */
type StaticData = object;

interface RunningPoll {
	data: StaticData;
	over: Promise<void>;
}

/** The polls of one trigger, one after the other, and the activation that they belong to. */
export class PollSequence {
	/** n8n starts a poll also while another one is under way. */
	private running?: RunningPoll;

	/** Of the activation whose first poll went well. */
	private activated?: StaticData;

	/** The state has changed in a way that has to be saved, and is not saved yet. */
	private isUnsaved = false;

	get isRunning(): boolean {
		return this.running !== undefined;
	}

	/** The end of the poll under way; `undefined` if there is none. */
	get currentEnd(): Promise<void> | undefined {
		return this.running?.over;
	}

	isOfRunningActivation(data: StaticData): boolean {
		return this.running?.data === data;
	}

	isActivated(data: StaticData): boolean {
		return this.activated === data;
	}

	markActivated(data: StaticData): void {
		this.activated = data;
	}

	async run<T>(data: StaticData, poll: () => Promise<T>): Promise<T> {
		const result = poll();
		this.running = { data, over: endOf(result) };
		try {
			return await result;
		} finally {
			this.running = undefined;
		}
	}

	/** Whether there is a change that only an execution without items would save. */
	needsSaving({
		isChanged,
		isSavedAnyway,
	}: {
		isChanged: boolean;
		isSavedAnyway: boolean;
	}): boolean {
		this.isUnsaved = !isSavedAnyway && (this.isUnsaved || isChanged);
		return this.isUnsaved;
	}

	markSaved(): void {
		this.isUnsaved = false;
	}
}

async function endOf(poll: Promise<unknown>): Promise<void> {
	await poll.catch(() => undefined);
}
