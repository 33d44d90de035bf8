import type { IExecuteFunctions } from 'n8n-workflow';

import type { Hints } from '../operations/Hints';
import { asHtml, inLog } from '../values/escape';

/** In the editor, which has little room. */
const MAX_NAMED = 50;

/** Above the output. */
export function showHints(
	context: Pick<IExecuteFunctions, 'addExecutionHints'>,
	hints: Hints,
): void {
	for (const type of ['warning', 'info'] as const) {
		for (const text of hints.texts(MAX_NAMED, type)) {
			context.addExecutionHints({ message: asHtml(text), type, location: 'outputPane' });
		}
	}
}

/** n8n keeps nothing of a node that was stopped: its log and the browser's console remain. */
export function logHints(
	context: Pick<IExecuteFunctions, 'logger' | 'sendMessageToUI'>,
	hints: Hints,
): void {
	for (const text of hints.texts()) {
		context.logger.warn(inLog(text));
		context.sendMessageToUI(text);
	}
}
