// Loaded into n8n before anything else: when n8n gets the signal SIGUSR2, it collects garbage and writes what is left
// to the file that MEMORY_FILE names. Other processes that n8n starts are not measured.
const { appendFileSync } = require('node:fs');
const { setFlagsFromString } = require('node:v8');
const { runInNewContext } = require('node:vm');

const MEBIBYTE = 1024 * 1024;

const { MEMORY_FILE: file } = process.env;
// Whatever n8n starts inherits the environment.
delete process.env.MEMORY_FILE;
delete process.env.NODE_OPTIONS;

if (file !== undefined) {
	setFlagsFromString('--expose-gc');
	const collectGarbage = runInNewContext('gc');
	process.on('SIGUSR2', () => {
		collectGarbage();
		appendFileSync(file, `${process.memoryUsage().heapUsed / MEBIBYTE}\n`);
	});
}
