import { Problem } from '../n8n/problem';
import { run } from '../processes';
import { installWithApt } from './apt';

const isThere = async (): Promise<boolean> => (await run('ffmpeg', ['-version'])).code === 0;

/** What makes a video of pictures, installed if that can be done without asking anybody. */
export async function ensureFfmpeg(): Promise<void> {
	if (await isThere()) return;
	await installWithApt(['ffmpeg']);
	if (await isThere()) return;
	throw new Problem(
		'The recording needs ffmpeg, which was not found.',
		'Install it (on Debian: apt-get install ffmpeg).',
	);
}
