import { inputFailure } from '../failure/Failure';
import { trimEndOf } from '../values/text';

/** `redact` removes the token from what an error quotes. */
export function parseBaseUrl(entered: unknown, redact = (text: string) => text): string {
	const text = typeof entered === 'string' ? entered.trim() : '';
	if (text === '') {
		throw inputFailure(
			'The credential has no Base URL',
			"Open the 'Creator Intelligence API' credential and enter the URL of the service in 'Base URL', e.g. https://api.example.com/v1.",
		);
	}
	const url = parseUrl(text);
	if (url === undefined || (url.protocol !== 'http:' && url.protocol !== 'https:')) {
		throw inputFailure(
			'The Base URL of the credential is not an http or https URL',
			`Open the 'Creator Intelligence API' credential and correct 'Base URL': it ${shownUrl(redact(text))}must start with https:// or http://.`,
		);
	}
	// It would be sent instead of the token.
	if (hasUserInfo(url)) {
		throw inputFailure(
			'The Base URL of the credential contains a user name or a password',
			"Open the 'Creator Intelligence API' credential and remove the part between https:// and @ from 'Base URL', including the @. Only 'API Token' is used to authenticate.",
		);
	}
	if (/[?#]/.test(url.href)) {
		throw inputFailure(
			'The Base URL of the credential contains a ? or a #',
			"Open the 'Creator Intelligence API' credential and keep only the scheme, the host and the path in 'Base URL', e.g. https://api.example.com/v1.",
		);
	}
	return trimEndOf(url.href, '/');
}

export function parseUrl(text: string, base?: string): URL | undefined {
	try {
		return new URL(text, base);
	} catch {
		return undefined;
	}
}

/** n8n's HTTP client sends a user name in an address in place of the token. */
export function withoutUserInfo(address: string): string {
	const url = address.includes('@') ? parseUrl(address) : undefined;
	if (url === undefined || !hasUserInfo(url)) return address;
	url.username = '';
	url.password = '';
	return url.href;
}

function hasUserInfo({ username, password }: URL): boolean {
	return username !== '' || password !== '';
}

/** What was meant as an address may hold a password, or be a token. */
function shownUrl(text: string): string {
	if (!/[.:/]/.test(text)) return '';
	const [address = ''] = text.replace(/(?<=^|\/)[^/]*@/, '').split(/[?#]/, 1);
	return `is '${address}', and `;
}
