import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { TEST_HOME } from './home';

/** One temporary folder for the whole run: jest's workers inherit the variable. */
export default function globalSetup(): void {
	process.env[TEST_HOME] = mkdtempSync(join(tmpdir(), 'creator-intelligence-test-'));
}
