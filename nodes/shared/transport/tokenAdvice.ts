import { textOf } from '../values/text';

/** What to do about a token that the service does not accept; '' if nothing can be seen of it. */
export function tokenAdvice(token: unknown): string {
	const prefix = /^(bearer|token|basic|apikey)\s/i.exec(textOf(token).trim())?.[1];
	return prefix === undefined ? '' : `Enter the token without "${prefix}": it is sent alone.`;
}
