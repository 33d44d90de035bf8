// Runs ESLint on folders of packages: node lint-folders.mjs '[{"folder": "...", "config": "..."}]'
// Prints the results of each as JSON. A configuration is a file at the root of the repository.
import { fileURLToPath } from 'node:url';

import { ESLint } from 'eslint';

const root = new URL('../../../', import.meta.url);

const results = [];
for (const { folder, config } of JSON.parse(process.argv[2])) {
	const eslint = new ESLint({
		cwd: folder,
		overrideConfigFile: fileURLToPath(new URL(config, root)),
		warnIgnored: false,
	});
	results.push(await eslint.lintFiles(['nodes', 'credentials', 'package.json']));
}
console.log(JSON.stringify(results));
