/** To keep the memory small; a note that is logged again after so many others does no harm. */
const MAX_NOTES = 2_000;

/** What was already reported to the user, so that polls do not repeat it. */
export class ReportedErrors {
	private readonly last = new Map<'error' | 'outage', string>();
	private readonly notes = new Set<string>();

	/** To be thrown at the next poll, as the one that met it had to save. */
	postponed?: unknown;

	/** n8n dropped the poll, so its reports are lost. What is still true is reported again. */
	startOver(): void {
		this.last.clear();
		this.notes.clear();
		this.postponed = undefined;
	}

	/** Whether the last poll did not report it. */
	isNew(kind: 'error' | 'outage', message: string): boolean {
		const isNew = this.last.get(kind) !== message;
		this.last.set(kind, message);
		return isNew;
	}

	/** A poll without it: if it comes back, it is reported again. */
	isOver(kind: 'error' | 'outage'): void {
		this.last.delete(kind);
	}

	isNewNote(message: string): boolean {
		if (this.notes.has(message)) return false;
		if (this.notes.size >= MAX_NOTES) this.notes.clear();
		this.notes.add(message);
		return true;
	}
}
