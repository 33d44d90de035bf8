// Loaded into n8n before anything else: n8n ends when the process that started it is gone, however
// that came about.
process.on('disconnect', () => {
	process.kill(process.pid, 'SIGTERM');
	setTimeout(() => process.exit(1), 10_000).unref();
});
