import { mkdtempSync } from 'node:fs';
import { join } from 'node:path';

import { testHome } from './home';

// n8n-core reads these while it is being loaded. Each test file has an instance of n8n-core of its
// own, hence a folder of its own; the key is fixed so that nothing depends on a generated one.
process.env.N8N_USER_FOLDER = mkdtempSync(join(testHome(), 'n8n-'));
process.env.N8N_ENCRYPTION_KEY = 'test-encryption-key';
