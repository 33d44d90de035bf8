import { textOf } from '../values/text';

/** The header is the token alone, without a prefix. */
export function authorization(token: unknown): { Authorization: string } {
	return { Authorization: textOf(token).trim() };
}
