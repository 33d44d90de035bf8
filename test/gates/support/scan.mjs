// Runs n8n's community package scan: node scan.mjs <source|package> <folder> ...
// "source" reads what the repository publishes from, "package" what an unpacked tarball holds: the
// same two halves that n8n scans once a version is published. Prints what is wrong with each folder
// as a JSON array of texts, empty ones where nothing is; to start takes as long as to scan.
import { resolve } from 'node:path';

import {
	analyzePackage,
	SOURCE_FILE_PATTERNS,
} from '@n8n/scan-community-package/scanner/scanner.mjs';

const PATTERNS = { source: SOURCE_FILE_PATTERNS, package: ['**/*.js', 'package.json'] };

const problems = [];
const args = process.argv.slice(2);
for (let at = 0; at < args.length; at += 2) {
	const [kind, folder] = args.slice(at);
	const patterns = PATTERNS[kind];
	if (!folder || !patterns) {
		throw new Error('Usage: node scan.mjs <source|package> <folder> ...');
	}
	const { passed, message, details } = await analyzePackage(resolve(folder), patterns);
	const said = [message, details].filter(Boolean).join('\n');
	problems.push(said || passed ? said : 'The scan failed, and said nothing.');
}
console.log(JSON.stringify(problems));
process.exitCode = problems.some((each) => each !== '') ? 1 : 0;
