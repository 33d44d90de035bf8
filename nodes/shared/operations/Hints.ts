import type { IExecuteFunctions } from 'n8n-workflow';

import { inLog } from '../values/inLog';

/** In the editor, where nobody reads more. */
const MOST_NAMED = 50;

/** What the user should know although nothing failed; said once for all items. */
export class Hints {
	private readonly subjects = new Map<string, Set<string>>();

	/** `text` holds % where the subjects of all items are put in. */
	add(text: string, subject = ''): void {
		const known = this.subjects.get(text) ?? new Set();
		this.subjects.set(text, known.add(subject));
	}

	show(context: Pick<IExecuteFunctions, 'addExecutionHints'>): void {
		const hints = this.texts(MOST_NAMED).map((message) => ({
			message,
			type: 'warning' as const,
			location: 'outputPane' as const,
		}));
		if (hints.length > 0) context.addExecutionHints(...hints);
	}

	/** n8n keeps nothing of a node that was stopped: its log and the browser's console remain. */
	log(context: Pick<IExecuteFunctions, 'logger' | 'sendMessageToUI'>): void {
		for (const text of this.texts(Infinity)) {
			context.logger.warn(inLog(text));
			context.sendMessageToUI(text);
		}
	}

	private texts(most: number): string[] {
		return [...this.subjects].map(([text, subjects]) =>
			text.replace('%', () => named([...subjects], most)),
		);
	}
}

function named(subjects: string[], most: number): string {
	const more = subjects.length - most;
	return subjects.slice(0, most).join(', ') + (more > 0 ? ` and ${more} more` : '');
}
