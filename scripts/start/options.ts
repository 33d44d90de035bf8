import { parseArgs } from 'node:util';

import { errorCode, Problem } from '../n8n/problem';

export interface StartOptions {
	/** The sandbox unless given. */
	baseUrl?: string;
	token?: string;
	port?: number;
	reset: boolean;
	/** Builds the nodes again when a source changes. */
	watch: boolean;
}

/** So that a token need not stand on a command line, where others can read it. */
export const TOKEN_VARIABLE = 'CREATOR_INTELLIGENCE_TOKEN';

export const usage = `Usage: npm start -- [options]

  --base-url <url>   use the service at this address instead of the embedded sandbox
  --token <token>    its API token; without it, ${TOKEN_VARIABLE} is used, or you are asked
  --port <number>    the port of n8n (default 5678, or the next free one)
  --reset            start afresh: forgets the workflows, credentials and log-in of this demo
  --watch            builds the nodes again when a source changes (npm run dev)
  --help             this text`;

export function readOptions(args: string[]): StartOptions | 'help' {
	const values = parse(args);
	if (values.help) return 'help';
	const baseUrl = values['base-url'];
	if (baseUrl !== undefined && !isHttpUrl(baseUrl)) {
		throw new Problem(`--base-url takes an address such as https://api.example.com/v1.`, usage);
	}
	if (values.token !== undefined && baseUrl === undefined) {
		throw new Problem('--token needs --base-url, the address of the service.', usage);
	}
	return {
		baseUrl,
		token: values.token?.trim() || undefined,
		port: values.port === undefined ? undefined : portOf(values.port),
		reset: values.reset ?? false,
		watch: values.watch ?? false,
	};
}

function parse(args: string[]) {
	try {
		return parseArgs({
			args,
			options: {
				'base-url': { type: 'string' },
				token: { type: 'string' },
				port: { type: 'string' },
				reset: { type: 'boolean' },
				watch: { type: 'boolean' },
				help: { type: 'boolean', short: 'h' },
			},
		}).values;
	} catch (error) {
		if (!errorCode(error)?.startsWith('ERR_PARSE_ARGS') || !(error instanceof Error)) throw error;
		throw new Problem(error.message, usage);
	}
}

function isHttpUrl(text: string): boolean {
	return URL.canParse(text) && /^https?:$/.test(new URL(text).protocol);
}

function portOf(text: string): number {
	const port = Number(text);
	if (!Number.isInteger(port) || port < 1 || port > 65_535) {
		throw new Problem(`--port takes a number from 1 to 65535, not "${text}".`);
	}
	return port;
}
