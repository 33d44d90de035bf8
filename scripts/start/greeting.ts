import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

import { DEFAULT_TOKEN } from '../../sandbox/rules/tokens';
import type { Login } from '../n8n/client';

/** How to get in. */
export interface Access {
	login: Login;
	/** The user has changed the log-in since. */
	hasOtherLogin?: boolean;
	/** Where n8n, the sandbox and its model were last: bookmarks and saved credentials go on working. */
	port?: number;
	sandboxPort?: number;
	modelPort?: number;
	/** The address that the credential was made for. */
	serviceUrl?: string;
}

/** What the nodes can do, as a page; left by the first start with the sandbox. */
export const reportFile = (folder: string): string => join(folder, 'shortlist.html');

/** For a start that is ready, and for a second one that finds it running. */
export function detailsOf(folder: string, saved: Access): string {
	const { port, sandboxPort, serviceUrl, login, hasOtherLogin } = saved;
	const report = reportFile(folder);
	const baseUrl = sandboxPort === undefined ? serviceUrl : `http://127.0.0.1:${sandboxPort}`;
	const rows: Array<[string, string | undefined]> = [
		['Open', port === undefined ? undefined : `http://localhost:${port}/home/workflows`],
		['Email', hasOtherLogin ? 'the one that you have set in n8n' : login.email],
		['Password', hasOtherLogin ? undefined : login.password],
		['', ''],
		['Base URL', baseUrl],
		// That of a real service is known to n8n only.
		['Token', sandboxPort === undefined ? undefined : DEFAULT_TOKEN],
		['Sandbox', sandboxPort === undefined ? undefined : `${baseUrl}/ shows its requests and jobs`],
		['Report', existsSync(report) ? pathToFileURL(report).href : undefined],
		['Data', folder],
	];
	return rows
		.filter(([, value]) => value !== undefined)
		.map(([label, value]) => `  ${label.padEnd(10)}${value}`.trimEnd())
		.join('\n');
}
