import { rmSync } from 'node:fs';

import { TEST_HOME } from './home';

export default function globalTeardown(): void {
	const home = process.env[TEST_HOME];
	if (home) rmSync(home, { recursive: true, force: true });
}
