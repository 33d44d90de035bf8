import { parseArgs } from 'node:util';
import autocannon from 'autocannon';
import { dialectNames, jobTypes, startSandbox } from '.';
import { isObject } from './json';
import { routes } from './routes';
import { sampleOf } from './routes/sample';
import { DEFAULT_TOKEN } from './rules/tokens';

const JOBS = 10_000;
/** What a whole core has to do per second. */
const LEAST = 500;

/**
 * A mix of searches, reads, submits and polls against a service that is full of jobs. Client and
 * service share one process, so one core does the work of both: the service alone does better.
 */
async function measure(dialect: (typeof dialectNames)[number], seconds: number): Promise<number> {
	const sandbox = await startSandbox({ dialect, jobCapacity: JOBS * 1.5, timeScale: 0.1 });
	const sample = sampleOf(sandbox.world);
	const submits = routes.filter(({ method, answers }) => method === 'POST' && answers === 'job');
	const polls = Array.from({ length: JOBS }, (_, i) => {
		const route = submits[i % submits.length];
		const job = sandbox.jobs.submit(jobTypes[i % jobTypes.length], DEFAULT_TOKEN, {
			...route.example(sample),
		});
		return `${route.path}/${job.id}`;
	});
	const headers = { authorization: sandbox.token, 'content-type': 'application/json' };
	const requests: autocannon.Request[] = routes
		.filter(({ path, method }) => !path.includes('{id}') && method !== 'PATCH')
		.flatMap(({ method, path, example }, i): autocannon.Request[] => {
			const values = example(sample);
			const own: autocannon.Request =
				method === 'GET'
					? { method, path: `${path}?${new URLSearchParams(textOnly(values))}`, headers }
					: { method, path, headers, body: JSON.stringify(values) };
			// Polling is what a client does most.
			return [
				own,
				...[0, 1, 2].map((j) => ({
					method: 'GET' as const,
					path: polls[JOBS - 1 - i * 97 - j],
					headers,
				})),
			];
		});
	const before = process.memoryUsage().rss;
	const idle = process.cpuUsage();
	const result = await autocannon({
		url: sandbox.url,
		connections: 20,
		duration: seconds,
		requests,
	});
	const { user, system } = process.cpuUsage(idle);
	// What a whole core would do, also on a machine that is busy with other things.
	const perCpuSecond = Math.round(result.requests.total / ((user + system) / 1e6));
	console.log(
		[
			dialect.padEnd(10),
			`${Math.round(result.requests.average)} req/s`,
			`${perCpuSecond} req per CPU second`,
			`median ${result.latency.p50} ms`,
			`p99 ${result.latency.p99} ms`,
			`${result.non2xx} non-2xx`,
			`${result.errors} errors`,
			`jobs ${sandbox.jobs.size}`,
			`rss ${Math.round(before / 1e6)} -> ${Math.round(process.memoryUsage().rss / 1e6)} MB`,
		].join('  '),
	);
	await sandbox.close();
	return perCpuSecond;
}

const textOnly = (values: object): Record<string, string> =>
	Object.fromEntries(
		Object.entries(isObject(values) ? values : {}).map(([key, value]) => [key, String(value)]),
	);

async function main(): Promise<void> {
	const { values } = parseArgs({ options: { seconds: { type: 'string', default: '5' } } });
	for (const dialect of dialectNames) {
		const perCpuSecond = await measure(dialect, Number(values.seconds));
		if (perCpuSecond < LEAST) process.exitCode = 1;
	}
}

main().catch((error: unknown) => {
	console.error(error);
	process.exitCode = 1;
});
