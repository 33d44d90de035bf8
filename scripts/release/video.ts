import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { Problem } from '../n8n/problem';
import { run } from '../processes';

/** A picture of the recording, and when it was taken. */
export interface Frame {
	file: string;
	/** In seconds. */
	at: number;
}

/** Names the folder that takes the pictures of a recording. */
export const RECORDING_VARIABLE = 'E2E_RECORDING';
/** What a recording leaves in its folder. */
export const FRAMES = 'frames.json';
/** Nobody has to watch how long n8n takes: a picture that does not change is shown no longer. */
const LONGEST_STILL_S = 2.5;
const LAST_STILL_S = 3;
const SHORTEST_S = 0.04;

/** How long each picture is shown, in seconds. */
export const stillsOf = (frames: Frame[]): number[] =>
	frames.map(({ at }, index) => {
		const next = frames[index + 1];
		if (next === undefined) return LAST_STILL_S;
		return Math.min(LONGEST_STILL_S, Math.max(SHORTEST_S, next.at - at));
	});

/** Makes a video of the frames in a folder; answers its length in seconds. */
export async function makeVideo(folder: string, target: string): Promise<number> {
	const frames = JSON.parse(await readFile(join(folder, FRAMES), 'utf8')) as Frame[];
	if (frames.length === 0) throw new Problem('The recording has no pictures.');
	const stills = stillsOf(frames);
	const list = frames.flatMap(({ file }, n) => [`file '${file}'`, `duration ${stills[n]}`]);
	// The last one counts only if it is named again.
	list.push(`file '${frames[frames.length - 1].file}'`);
	await writeFile(join(folder, 'frames.txt'), list.join('\n'));
	const { code, output } = await run(
		'ffmpeg',
		[
			...['-y', '-loglevel', 'error', '-f', 'concat', '-safe', '0', '-i', 'frames.txt'],
			// Players want even sides and this order of colours.
			...['-vf', 'fps=12,scale=trunc(iw/2)*2:trunc(ih/2)*2', '-pix_fmt', 'yuv420p'],
			...[
				'-c:v',
				'libx264',
				'-crf',
				'24',
				'-preset',
				'veryfast',
				'-movflags',
				'+faststart',
				target,
			],
		],
		{ cwd: folder },
	);
	if (code !== 0) throw new Problem('ffmpeg could not make the video.', output);
	return stills.reduce((sum, still) => sum + still, 0);
}
