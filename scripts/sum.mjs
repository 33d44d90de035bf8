// Adds up test commands, given as name=exit code: node scripts/sum.mjs unit=0 e2e=1
// Ends with the line "N passed, N failed". A command that failed counts, whatever its result says.
// Needs no dependency: the command that installs them may be the one that failed.
import { existsSync, readFileSync } from 'node:fs';

function resultOf(name) {
	const file = new URL(`../coverage/results/${name}.json`, import.meta.url);
	return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : { passed: 0, failed: 0 };
}

const totals = { passed: 0, failed: 0 };
for (const argument of process.argv.slice(2)) {
	const [name, code] = argument.split('=');
	const { passed, failed } = resultOf(name);
	totals.passed += passed;
	totals.failed += code === '0' ? failed : Math.max(failed, 1);
}
console.log(`${totals.passed} passed, ${totals.failed} failed`);
process.exitCode = totals.failed === 0 && totals.passed > 0 ? 0 : 1;
