// The whole of `npm run test:e2e`: node --import tsx scripts/e2e.ts [--n8n <line>] [--images] ...
// With --queue only the tests in queue mode run, which need PostgreSQL and Redis. With --settings
// those of the nodes run in an n8n with other settings than its defaults (verify/harness/settings.ts).
import { isSettings, SETTINGS } from '../verify/harness/settings';
import { type EndToEnd, runEndToEnd } from './endToEnd';
import { explain, Problem } from './n8n/problem';
import { currentVersion, isSupportedVersion, supportedVersions } from './n8n/runtime';

function readArguments(args: string[]): EndToEnd {
	const rest = [...args];
	const has = (name: string): boolean => {
		const at = rest.indexOf(name);
		return at >= 0 && rest.splice(at, 1).length > 0;
	};
	const valueOf = (name: string): string | undefined => {
		const at = rest.indexOf(name);
		return at < 0 ? undefined : (rest.splice(at, 2)[1] ?? '');
	};
	const [images, queue] = [has('--images'), has('--queue')];
	const line = valueOf('--n8n') ?? currentVersion;
	if (!isSupportedVersion(line))
		throw new Problem(`--n8n takes ${supportedVersions.join(' or ')}.`);
	const settings = valueOf('--settings');
	if (settings !== undefined && !isSettings(settings)) {
		throw new Problem(`--settings takes ${Object.keys(SETTINGS).join(', ')}.`);
	}
	return { line, settings, images, queue, rest };
}

async function main(): Promise<void> {
	const { failed } = await runEndToEnd(readArguments(process.argv.slice(2)));
	if (failed > 0) process.exitCode = 1;
}

main().catch((error: unknown) => {
	console.error(explain(error));
	process.exitCode = 1;
});
