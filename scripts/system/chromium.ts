import { existsSync } from 'node:fs';

import { Problem } from '../n8n/problem';
import { installWithApt } from './apt';

const PLACES = [
	'/usr/bin/chromium',
	'/usr/bin/chromium-browser',
	'/usr/bin/google-chrome',
	'/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
	'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
];

/** Names another browser of that family. */
const VARIABLE = 'CHROMIUM_PATH';

/** Set to take the pictures of the documentation. */
export const IMAGES_VARIABLE = 'E2E_IMAGES';

export function findChromium(): string | undefined {
	return [process.env[VARIABLE] ?? '', ...PLACES].find((path) => path !== '' && existsSync(path));
}

/** The browser, installed if that can be done without asking anybody. */
export async function ensureChromium(): Promise<string> {
	const found = findChromium();
	if (found) return found;
	await installWithApt(['chromium']);
	const installed = findChromium();
	if (installed) return installed;
	throw new Problem(
		'The tests in the editor need Chromium or Chrome, and neither was found.',
		`Install one (on Debian: apt-get install chromium), or name it in ${VARIABLE}.`,
	);
}
