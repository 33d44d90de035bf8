import { writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

import { Problem } from '../../../scripts/n8n/problem';
import { run } from '../../../scripts/processes';

/** A picture of the recording, and when it was taken. */
export interface Frame {
	file: string;
	/** In seconds. */
	at: number;
}

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

/** Makes a video of the frames in its folder, with the machine's ffmpeg. */
export async function makeVideo(target: string, frames: Frame[]): Promise<void> {
	const cwd = dirname(target);
	const stills = stillsOf(frames);
	const list = frames.flatMap(({ file }, n) => [`file '${file}'`, `duration ${stills[n]}`]);
	// The last one counts only if it is named again.
	writeFileSync(join(cwd, 'frames.txt'), [...list, `file '${frames.at(-1)?.file}'`].join('\n'));
	const input = ['-y', '-loglevel', 'error', '-f', 'concat', '-safe', '0', '-i', 'frames.txt'];
	// Players want even sides and this order of colours.
	const look = ['-vf', 'fps=12,scale=trunc(iw/2)*2:trunc(ih/2)*2', '-pix_fmt', 'yuv420p'];
	const codec = ['-c:v', 'libx264', '-crf', '24', '-preset', 'veryfast', '-movflags', '+faststart'];
	const { code, output } = await run('ffmpeg', [...input, ...look, ...codec, target], { cwd });
	if (code !== 0) throw new Problem('ffmpeg could not make the video.', output);
}
