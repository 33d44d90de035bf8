import execa from 'execa';

/** Where nobody has to be asked for it: on Debian, as root. */
export async function installWithApt(packages: string[]): Promise<void> {
	if (process.platform !== 'linux' || process.getuid?.() !== 0) return;
	const env = { DEBIAN_FRONTEND: 'noninteractive' };
	const options = { env, reject: false, stdio: 'inherit' } as const;
	await execa('apt-get', ['update', '-qq'], options);
	await execa('apt-get', ['install', '-qq', '--no-install-recommends', ...packages], options);
}
