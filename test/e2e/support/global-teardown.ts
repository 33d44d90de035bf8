import { rm } from 'node:fs/promises';

export default async function globalTeardown(): Promise<void> {
	const running = globalThis.e2eRunning;
	if (!running) return;
	await running.n8n.stop();
	await rm(running.folder, { recursive: true, force: true });
}
