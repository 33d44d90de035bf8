import { existsSync } from 'node:fs';

import execa from 'execa';

import { Problem } from '../../../scripts/n8n/problem';

const PLACES = [
	'/usr/bin/chromium',
	'/usr/bin/chromium-browser',
	'/usr/bin/google-chrome',
	'/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
	'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
];

/** Names another browser of that family. */
const VARIABLE = 'CHROMIUM_PATH';

export function findChromium(): string | undefined {
	return [process.env[VARIABLE] ?? '', ...PLACES].find((path) => path !== '' && existsSync(path));
}

/** The browser, installed if that can be done without asking anybody. */
export async function ensureChromium(): Promise<string> {
	const found = findChromium();
	if (found) return found;
	if (process.platform === 'linux' && process.getuid?.() === 0) await installWithApt();
	const installed = findChromium();
	if (installed) return installed;
	throw new Problem(
		'The tests in the editor need Chromium or Chrome, and neither was found.',
		`Install one (on Debian: apt-get install chromium), or name it in ${VARIABLE}.`,
	);
}

async function installWithApt(): Promise<void> {
	const env = { DEBIAN_FRONTEND: 'noninteractive' };
	const options = { env, reject: false, stdio: 'inherit' } as const;
	await execa('apt-get', ['update', '-qq'], options);
	await execa('apt-get', ['install', '-qq', '--no-install-recommends', 'chromium'], options);
}
