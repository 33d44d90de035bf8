import { closeSync, openSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { basename, delimiter, dirname } from 'node:path';

import { outcomeOf, startChild } from '../processes';
import { Problem } from './problem';

interface NpmOptions {
	cwd: string;
	/** What npm says about its work goes there. */
	log: string;
	/** Runs npm and all scripts; this process's Node otherwise. */
	node?: string;
}

/** Runs npm and answers its result; if it fails, says what can be done about it. */
export async function npm(args: string[], { cwd, log, node }: NpmOptions): Promise<string> {
	const path = node ? [dirname(node), process.env.PATH].join(delimiter) : process.env.PATH;
	const [program, ...first] = npmCommand(node);
	const output = openSync(log, 'a');
	const child = startChild(program, [...first, ...args], {
		cwd,
		env: { ...process.env, PATH: path },
		stdio: ['ignore', 'pipe', output],
	});
	closeSync(output);
	const { code, stdout } = await outcomeOf(child);
	if (code !== 0) throw npmProblem(args, await readFile(log, 'utf8'), log);
	return stdout;
}

/** The npm that runs this script, if one does. */
function npmCommand(node = process.execPath): [string, ...string[]] {
	const cli = process.env.npm_execpath ?? '';
	return basename(cli) === 'npm-cli.js' ? [node, cli] : ['npm'];
}

const network = /E(?:NOTFOUND|AI_AGAIN|CONNREFUSED|CONNRESET|TIMEDOUT|NETUNREACH|HOSTUNREACH)\b/;

export function npmProblem(args: string[], output: string, log: string): Problem {
	const whole = `The whole output is in ${log}`;
	if (/\bENOSPC\b/.test(output)) {
		return new Problem('There is no space left on the disk.', `Free some and try again. ${whole}`);
	}
	if (/gyp ERR!/.test(output)) {
		return new Problem(
			'A part of n8n, the driver of its database, could not be compiled.',
			`That takes Python 3, make and a C++ compiler (on Debian: apt-get install python3 build-essential). ${whole}`,
		);
	}
	if (network.test(output) || /ERR_SOCKET_TIMEOUT/.test(output)) {
		return new Problem(
			"npm's registry cannot be reached.",
			`Check the network, and a proxy if there is one, and try again. ${whole}`,
		);
	}
	const said = output
		.split('\n')
		.filter((line) => /npm (?:error|ERR!)/.test(line))
		.slice(-8);
	return new Problem(`npm ${args[0]} failed.`, [...said, whole].join('\n'));
}
