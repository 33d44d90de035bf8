import { inputFailure } from '../failure/Failure';

/** The base URL of the credential, checked, without the slashes at its end. */
export function parseBaseUrl(entered: unknown): string {
	const text = typeof entered === 'string' ? entered.trim() : '';
	if (text === '') {
		throw inputFailure(
			'The credential has no Base URL',
			"Open the 'Creator Intelligence API' credential and enter the address of the service in 'Base URL', e.g. https://api.example.com/v1.",
		);
	}
	const url = parseUrl(text);
	if (url === undefined || (url.protocol !== 'http:' && url.protocol !== 'https:')) {
		throw inputFailure(
			'The Base URL of the credential is not an http or https address',
			`Open the 'Creator Intelligence API' credential and correct 'Base URL': it is '${withoutUserInfo(text)}', and must start with https:// or http://.`,
		);
	}
	if (/[?#]/.test(url.href)) {
		throw inputFailure(
			'The Base URL of the credential contains a ? or a #',
			"Open the 'Creator Intelligence API' credential and leave only the host and, where the service has one, the path in 'Base URL', e.g. https://api.example.com/v1.",
		);
	}
	return url.href.replace(/\/+$/, '');
}

export function parseUrl(text: string, base?: string): URL | undefined {
	try {
		return new URL(text, base);
	} catch {
		return undefined;
	}
}

function withoutUserInfo(text: string): string {
	return text.replace(/[^/]*@/, '');
}
