import { mkdtempSync } from 'node:fs';
import { join } from 'node:path';

import { testHome } from './home';

// n8n-core reads these while it is being loaded, once for all test files of a worker. The key is
// fixed so that nothing depends on a generated one.
if (!process.env.N8N_USER_FOLDER?.startsWith(testHome())) {
	process.env.N8N_USER_FOLDER = mkdtempSync(join(testHome(), 'n8n-'));
	process.env.N8N_ENCRYPTION_KEY = 'test-encryption-key';
}
