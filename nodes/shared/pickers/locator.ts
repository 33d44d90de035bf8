import { isRecord } from '../values/records';

/** What was entered in a picker, or in the text field of a tool. */
export function locatorValue(entered: unknown): unknown {
	return isLocator(entered) ? entered.value : entered;
}

export function isLocator(
	entered: unknown,
): entered is { mode: string; value: unknown } & Record<string, unknown> {
	if (!isRecord(entered) || typeof entered.mode !== 'string' || !('value' in entered)) return false;
	return Object.keys(entered).every((key) => LOCATOR_KEYS.includes(key));
}

const LOCATOR_KEYS = ['__rl', 'mode', 'value', 'cachedResultName', 'cachedResultUrl', '__regex'];
