import { startSandbox } from '.';
import { explain, greeting, readOptions, usage } from './command';

async function main(): Promise<void> {
	const options = readOptions(process.argv.slice(2));
	if (options === 'help') {
		console.log(usage);
		return;
	}
	const sandbox = await startSandbox(options);
	console.log(greeting(sandbox));
	const end = (): void => {
		void sandbox.close().then(() => process.exit(0));
	};
	process.once('SIGINT', end).once('SIGTERM', end);
}

main().catch((error: unknown) => {
	console.error(explain(error));
	process.exitCode = 1;
});
