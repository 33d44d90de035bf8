// Prints how many milliseconds it takes to load the node files of a built package:
// node scripts/load-time.mjs <folder>. n8n-workflow is loaded before, as it is in n8n.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';

const folder = resolve(process.argv[2] ?? '.');
const require = createRequire(join(folder, 'package.json'));
const { n8n } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));

require('n8n-workflow');
const begin = performance.now();
for (const file of n8n.nodes) require(join(folder, file));
console.log((performance.now() - begin).toFixed(2));
