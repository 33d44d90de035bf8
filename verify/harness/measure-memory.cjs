// Loaded into n8n before anything else: every ten seconds it collects garbage and writes what is
// left to the file that MEMORY_FILE names. With MEMORY_ON_SIGNAL it does so only when n8n gets the
// signal SIGUSR2. Other processes that n8n starts are not measured.
const { appendFileSync } = require('node:fs');
const { setFlagsFromString } = require('node:v8');
const { runInNewContext } = require('node:vm');

const EVERY_MS = 10_000;
const MEBIBYTE = 1024 * 1024;

const { MEMORY_FILE: file, MEMORY_ON_SIGNAL: onSignal } = process.env;
// Whatever n8n starts inherits the environment.
delete process.env.MEMORY_FILE;
delete process.env.MEMORY_ON_SIGNAL;
delete process.env.NODE_OPTIONS;

if (file !== undefined) {
	setFlagsFromString('--expose-gc');
	const collectGarbage = runInNewContext('gc');
	const measure = () => {
		collectGarbage();
		const { heapUsed, rss } = process.memoryUsage();
		const sample = { atMs: Date.now(), heapMiB: heapUsed / MEBIBYTE, rssMiB: rss / MEBIBYTE };
		appendFileSync(file, `${JSON.stringify(sample)}\n`);
	};
	if (onSignal === undefined) setInterval(measure, EVERY_MS).unref();
	else process.on('SIGUSR2', measure);
}
