// Prints how many milliseconds of processor time it takes to load the node files of a built package:
// node test/gates/support/load-time.mjs <folder>. n8n-workflow is loaded before, as it is in n8n. Time on the
// clock would measure what else the machine is doing.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';

const folder = resolve(process.argv[2] ?? '.');
const require = createRequire(join(folder, 'package.json'));
const { n8n } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));

require('n8n-workflow');
const before = process.cpuUsage();
for (const file of n8n.nodes) require(join(folder, file));
const { user, system } = process.cpuUsage(before);
console.log(((user + system) / 1000).toFixed(2));
