/** What the user should know although nothing failed; said once for all items. */
export class Hints {
	private readonly subjects = new Map<string, Set<string>>();

	/** `text` holds % where the subjects of all items are put in. */
	add(text: string, subject = ''): void {
		const known = this.subjects.get(text) ?? new Set();
		this.subjects.set(text, known.add(subject));
	}

	texts(mostNamed = Infinity): string[] {
		return [...this.subjects].map(([text, subjects]) =>
			text.replace('%', () => enumerate([...subjects], mostNamed)),
		);
	}
}

function enumerate(subjects: string[], most: number): string {
	const more = subjects.length - most;
	return subjects.slice(0, most).join(', ') + (more > 0 ? ` and ${more} more` : '');
}
