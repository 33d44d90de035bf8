import { run } from '../processes';

/** Needs no password: on Debian, as root. */
export async function installWithApt(packages: string[]): Promise<void> {
	if (process.platform !== 'linux' || process.getuid?.() !== 0) return;
	const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
	const options = { env, stdio: 'inherit' } as const;
	await run('apt-get', ['update', '-qq'], options);
	await run('apt-get', ['install', '-qq', '--no-install-recommends', ...packages], options);
}
