import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import type { CDPSession } from 'playwright-core';

import type { Editor } from './browser';
import { type Frame, makeVideo } from './video';

/** Names the folder that takes the pictures of a recording, and the video. */
const RECORDING_VARIABLE = 'E2E_RECORDING';

/** Long enough to read a line. */
const READING_MS = 2_500;

/** The line at the bottom of the window that says what is shown; a new page has none. */
const showing = (text: string): string => `{
	const id = 'walk-through';
	const line = document.getElementById(id) ?? document.body.appendChild(document.createElement('div'));
	line.id = id;
	line.textContent = ${JSON.stringify(text)};
	line.style.cssText = 'position: fixed; bottom: 16px; left: 50%; transform: translateX(-50%); z-index: 99999;'
		+ 'padding: 10px 20px; border-radius: 8px; font: 600 18px sans-serif; color: white; background: #1b1b2f;'
		+ 'pointer-events: none;';
}`;

/** Takes pictures of an editor whenever it changes, if a recording is asked for. */
export class Recorder {
	private readonly frames: Frame[] = [];

	private isPaused = false;

	private constructor(
		private readonly editor: Editor,
		private readonly recording?: { folder: string; session: CDPSession },
	) {}

	static async start(editor: Editor): Promise<Recorder> {
		const folder = process.env[RECORDING_VARIABLE];
		if (!folder) return new Recorder(editor);
		rmSync(folder, { recursive: true, force: true });
		mkdirSync(folder, { recursive: true });
		const session = await editor.page.context().newCDPSession(editor.page);
		const recorder = new Recorder(editor, { folder, session });
		session.on('Page.screencastFrame', ({ data, metadata, sessionId }) => {
			recorder.keep(folder, data, metadata.timestamp ?? Date.now() / 1_000);
			// Fails when the page is gone, and then nobody waits for it.
			session.send('Page.screencastFrameAck', { sessionId }).catch(() => undefined);
		});
		await session.send('Page.startScreencast', { format: 'jpeg', quality: 80 });
		return recorder;
	}

	private keep(folder: string, data: string, at: number): void {
		if (this.isPaused) return;
		const file = `${String(this.frames.length).padStart(5, '0')}.jpg`;
		writeFileSync(join(folder, file), Buffer.from(data, 'base64'));
		this.frames.push({ file, at });
	}

	/** Leaves out what nobody wants to watch, such as how a page loads. */
	async skip(work: () => Promise<void>): Promise<void> {
		this.isPaused = true;
		await work();
		this.isPaused = false;
	}

	/** Says what is shown, and leaves time to read it. */
	async say(text: string): Promise<void> {
		if (!this.recording) return;
		await this.editor.page.evaluate(showing(text));
		await this.editor.page.waitForTimeout(READING_MS);
	}

	async stop(): Promise<void> {
		if (!this.recording) return;
		const { folder, session } = this.recording;
		await session.send('Page.stopScreencast');
		await makeVideo(join(folder, 'walkthrough.mp4'), this.frames);
	}
}
