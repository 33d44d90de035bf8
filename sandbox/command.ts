import { parseArgs } from 'node:util';
import { dialectNames, type Sandbox, type SandboxOptions } from '.';
import { isDialectName } from './dialects';
import { isObject } from './json';
import { sampleOf } from './routes/sample';

const DEFAULT_PORT = 4010;

export const usage = `Usage: npm run sandbox -- [options]

  --port <number>        port on 127.0.0.1 (default ${DEFAULT_PORT}; 0 takes any free one)
  --dialect <name>       ${dialectNames.join(', ')} (default flat)
  --seed <number>        another seed makes another world (default 1)
  --creators <number>    size of the world (default 2000)
  --time-scale <factor>  0.1 makes jobs ten times as fast (default 1)
  --base-path <path>     for example /v2
  --token <text>         the token to accept (default sandbox-token)
  --rate-limit <number>  requests per second; more are answered with 429 (default: no limit)
  --quota <number>       POST and PATCH requests in all (default: no limit)
  --help                 this text`;

class UsageError extends Error {}

export function readOptions(args: string[]): SandboxOptions | 'help' {
	const { values } = parseArgs({
		args,
		options: {
			port: { type: 'string' },
			dialect: { type: 'string' },
			seed: { type: 'string' },
			creators: { type: 'string' },
			'time-scale': { type: 'string' },
			'base-path': { type: 'string' },
			token: { type: 'string' },
			'rate-limit': { type: 'string' },
			quota: { type: 'string' },
			help: { type: 'boolean', short: 'h' },
		},
	});
	if (values.help) return 'help';
	const { dialect = 'flat', token } = values;
	if (!isDialectName(dialect)) {
		throw new UsageError(`--dialect knows ${dialectNames.join(', ')}, not "${dialect}"`);
	}
	if (token !== undefined && !/^[\w.-]+$/.test(token)) {
		throw new UsageError('--token takes letters, digits, ".", "_" and "-"');
	}
	return {
		port: numberOf('--port', values.port ?? String(DEFAULT_PORT), {
			integer: true,
			min: 0,
			max: 65_535,
		}),
		dialect,
		basePath: values['base-path'],
		token,
		seed: optional('--seed', values.seed, { integer: true, min: 0 }),
		creators: optional('--creators', values.creators, { integer: true, min: 100, max: 50_000 }),
		timeScale: optional('--time-scale', values['time-scale'], { min: 0 }),
		rateLimit: rateLimitOf(values['rate-limit']),
		quota: optional('--quota', values.quota, { integer: true, min: 0 }),
	};
}

interface Bounds {
	integer?: boolean;
	min: number;
	max?: number;
}

const optional = (flag: string, text: string | undefined, bounds: Bounds): number | undefined =>
	text === undefined ? undefined : numberOf(flag, text, bounds);

function rateLimitOf(text: string | undefined): SandboxOptions['rateLimit'] {
	const requests = optional('--rate-limit', text, { integer: true, min: 1 });
	return requests === undefined ? undefined : { requests, perSeconds: 1 };
}

function numberOf(flag: string, text: string, { integer, min, max = Infinity }: Bounds): number {
	const value = text.trim() === '' ? NaN : Number(text);
	if (!(value >= min && value <= max) || (integer && !Number.isInteger(value))) {
		const range = max === Infinity ? `of at least ${min}` : `from ${min} to ${max}`;
		throw new UsageError(
			`${flag} takes a ${integer ? 'whole ' : ''}number ${range}, not "${text}"`,
		);
	}
	return value;
}

export function greeting({ url, origin, token, dialect, world }: Sandbox): string {
	const { creator } = sampleOf(world);
	const auth = `-H 'Authorization: ${token}'`;
	const json = `-H 'Content-Type: application/json'`;
	return `Base URL     ${url}
Token        ${token}
Dialect      ${dialect.name}: ${dialect.summary}
Status page  ${origin}/
Document     ${origin}/openapi.json

Try it:
curl -s ${auth} '${url}/dictionary/languages'
curl -s ${auth} ${json} -d '{"follower_count":{"min":100000},"is_verified":true}' '${url}/discovery'
curl -s ${auth} ${json} -d '{"profile_url":"${creator.url}"}' '${url}/screening'

Ctrl-C ends it.`;
}

export function explain(error: unknown): string {
	const { code, message, port } = isObject(error) ? error : { message: String(error) };
	if (code === 'EADDRINUSE') {
		return `Port ${port} is in use. Choose another with --port, or --port 0.`;
	}
	if (code === 'EACCES') return 'The port may not be used. Choose one above 1023 with --port.';
	const misused = error instanceof UsageError || String(code).startsWith('ERR_PARSE_ARGS');
	return misused ? `${message}\n\n${usage}` : String(message);
}
