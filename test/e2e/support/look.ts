import { existsSync } from 'node:fs';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';

import { repositoryRoot } from '../../../scripts/n8n/paths';
import { IMAGES_VARIABLE } from '../../../scripts/system/chromium';
import type { Editor } from './browser';
import { isCurrentLine } from './instance';
import { comparePictures, TOLERANCE } from './pictures';

/** How the panels of the nodes look, as somebody has accepted it. */
const ACCEPTED = join(repositoryRoot, 'test/e2e/editor/looks');
/** What a failing test leaves. */
const LEFT = join(repositoryRoot, 'coverage/looks');

/**
 * The accepted pictures were drawn on Linux. The fonts are n8n's own, but other systems draw the
 * letters in another way.
 */
const CAN_COMPARE = process.platform === 'linux';

/** The open node's panel has to look as it did when its picture was accepted; or accepts it. */
export async function expectLook(editor: Editor, name: string): Promise<void> {
	// Each line of n8n draws its panels in its own way.
	if (!isCurrentLine()) return;
	const actual = await editor.panelPicture();
	const accepted = join(ACCEPTED, `${name}.png`);
	if (process.env[IMAGES_VARIABLE]) {
		await mkdir(ACCEPTED, { recursive: true });
		await writeFile(accepted, actual);
		return;
	}
	if (!CAN_COMPARE) {
		console.warn(`The look of ${name} is not compared: the pictures were drawn on Linux.`);
		return;
	}
	const left = (what: string) => join(LEFT, `${name}-${what}.png`);
	await Promise.all(['actual', 'diff'].map((what) => rm(left(what), { force: true })));
	const problem = await differenceOf(accepted, actual, left('diff'));
	if (problem === undefined) return;
	await mkdir(LEFT, { recursive: true });
	await writeFile(left('actual'), actual);
	throw new Error(
		[
			`${name} looks different: ${problem}.`,
			`Accepted: ${relative(repositoryRoot, accepted)}`,
			`Now:      ${relative(repositoryRoot, left('actual'))}`,
			'If the new look is right, accept it with: npm run test:e2e -- --images test/e2e/editor',
		].join('\n'),
	);
}

/** What is wrong, in words; leaves a picture of where. */
async function differenceOf(
	accepted: string,
	actual: Buffer,
	diff: string,
): Promise<string | undefined> {
	if (!existsSync(accepted)) return 'no picture has been accepted yet';
	const found = comparePictures(await readFile(accepted), actual);
	switch (found.kind) {
		case 'same':
			return undefined;
		case 'otherSize':
			return `it was ${found.was} pixels and is ${found.is}`;
		case 'different': {
			await mkdir(LEFT, { recursive: true });
			await writeFile(diff, found.diff);
			const { x, y } = found.at;
			return `around ${x}, ${y} ${percent(found.share)} of the pixels differ, where ${percent(TOLERANCE)} may; the places are red in ${relative(repositoryRoot, diff)}`;
		}
	}
}

const percent = (share: number): string => `${(share * 100).toFixed(1)} %`;
