// Runs n8n's community package scan on a folder: node scripts/scan.mjs <folder> <source|package>
// "source" reads what the repository publishes from, "package" what an unpacked tarball holds: the
// same two halves that n8n scans once a version is published.
import { resolve } from 'node:path';

import {
	analyzePackage,
	SOURCE_FILE_PATTERNS,
} from '@n8n/scan-community-package/scanner/scanner.mjs';

const PATTERNS = { source: SOURCE_FILE_PATTERNS, package: ['**/*.js', 'package.json'] };

const [folder, kind] = process.argv.slice(2);
const patterns = PATTERNS[kind];
if (!folder || !patterns) throw new Error('Usage: node scripts/scan.mjs <folder> <source|package>');

const { passed, message, details } = await analyzePackage(resolve(folder), patterns);
if (message) console.error(message);
if (details) console.error(details);
process.exitCode = passed && !message ? 0 : 1;
