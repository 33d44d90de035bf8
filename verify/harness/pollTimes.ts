import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

export interface Poll {
	began: number;
	ended: number;
}

/** For the environment of n8n: its polls are noted in a file. */
export const notePolls = (file: string, ...alsoLoaded: string[]): Record<string, string> => ({
	NODE_OPTIONS: [join(__dirname, 'note-polls.cjs'), ...alsoLoaded]
		.map((path) => `--require ${path}`)
		.join(' '),
	POLLS_FILE: file,
});

/** The polls of the trigger that have ended, in this order. */
export async function pollsIn(file: string): Promise<Poll[]> {
	const text = await readFile(file, 'utf8').catch(() => '');
	const lines = text.split('\n').filter((line) => line !== '');
	return lines.map((line) => JSON.parse(line) as Poll);
}
