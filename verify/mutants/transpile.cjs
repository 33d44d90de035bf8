// Puts JavaScript beside each source that tests load, made as jest makes it.
const { readdirSync, readFileSync, writeFileSync } = require('node:fs');
const { join } = require('node:path');

const { process: transpile } = require('../../test/support/transform.cjs');

for (const folder of ['nodes', 'credentials', 'sandbox', 'scripts', 'test', 'verify']) {
	for (const name of readdirSync(folder, { recursive: true })) {
		const file = join(folder, name);
		if (!file.endsWith('.ts')) continue;
		const { code } = transpile(readFileSync(file, 'utf8'), file);
		writeFileSync(file.replace(/ts$/, 'js'), code);
	}
}
