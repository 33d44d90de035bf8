import { read } from 'read';

import { Problem } from '../n8n/problem';
import { TOKEN_VARIABLE } from './options';

/** Takes the token out of the environment at once, so that no child process inherits it. */
export function takeTokenFromEnvironment(): string | undefined {
	const { [TOKEN_VARIABLE]: given, ...rest } = process.env;
	process.env = rest;
	const token = given?.trim();
	return token || undefined;
}

export async function askForToken(baseUrl: string): Promise<string> {
	if (!process.stdin.isTTY) {
		throw new Problem(
			`The token for ${baseUrl} is missing.`,
			`Set ${TOKEN_VARIABLE}, or give it with --token.`,
		);
	}
	const token = await read({ prompt: `API token for ${baseUrl}: `, silent: true, replace: '*' });
	if (token.trim() === '') throw new Problem('No token was entered.');
	return token.trim();
}
