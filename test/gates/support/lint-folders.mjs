// Runs ESLint on folders of packages, with the project's configuration: node lint-folders.mjs <folder> ...
// Prints the results of each as JSON.
import { fileURLToPath } from 'node:url';

import { ESLint } from 'eslint';

const config = fileURLToPath(new URL('../../../eslint.published.config.mjs', import.meta.url));

const results = [];
for (const folder of process.argv.slice(2)) {
	const eslint = new ESLint({ cwd: folder, overrideConfigFile: config, warnIgnored: false });
	results.push(await eslint.lintFiles(['nodes', 'credentials', 'package.json']));
}
console.log(JSON.stringify(results));
