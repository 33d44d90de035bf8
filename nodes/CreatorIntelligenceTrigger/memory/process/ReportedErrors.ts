/** To keep the memory small; a note that is logged again after so many others does no harm. */
const MAX_NOTES = 2_000;

/** What was already reported to the user, so that polls do not repeat it. */
export class ReportedErrors {
	private thrown?: string;
	private passing?: string;

	/** To be thrown at the next poll, as the one that found it had to save. */
	postponed?: unknown;
	private readonly notes = new Set<string>();

	/** n8n dropped the poll, so its reports are lost. What is still true is reported again. */
	startOver(): void {
		this.thrown = undefined;
		this.postponed = undefined;
		this.notes.clear();
	}

	isNewError(message: string | undefined): boolean {
		const isNew = this.thrown !== message;
		this.thrown = message;
		return isNew;
	}

	isNewPassing(message: string | undefined): boolean {
		const isNew = message !== undefined && this.passing !== message;
		this.passing = message;
		return isNew;
	}

	isNewNote(message: string): boolean {
		if (this.notes.has(message)) return false;
		if (this.notes.size >= MAX_NOTES) this.notes.clear();
		this.notes.add(message);
		return true;
	}
}
