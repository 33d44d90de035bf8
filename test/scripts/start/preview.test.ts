import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { Progress } from '../../../scripts/n8n/progress';
import { runPreview } from '../../../scripts/start/preview';
import { startQuickSandbox } from '../../../scripts/simplified';

it('the preview shows each step, and leaves a report of the shortlist', async () => {
	const folder = await mkdtemp(join(tmpdir(), 'creator-intelligence-preview-'));
	const { N8N_USER_FOLDER } = process.env;
	const sandbox = await startQuickSandbox();
	const said: string[] = [];
	jest.spyOn(console, 'log').mockImplementation((line: string) => void said.push(line));
	try {
		const file = join(folder, 'shortlist.html');
		await runPreview(sandbox, file, new Progress());
		const done = said.filter((line) => line.includes('✔')).map((line) => line.split(' (').at(0));
		expect(done).toEqual([
			"✔ Loading n8n's engine and the nodes",
			expect.stringMatching(/^✔ Find four creators: (?:[^,]+, ){3}[^,]+$/),
			expect.stringMatching(/^✔ (?:Compare audiences|Check profiles for risks): /),
			expect.stringMatching(/^✔ (?:Compare audiences|Check profiles for risks): /),
			expect.stringMatching(/^✔ Read the flagged posts: [1-9]\d* posts$/),
			expect.stringMatching(/^✔ Create the report: open file:\/\/.+shortlist\.html$/),
		]);
		expect(await readFile(file, 'utf8')).toMatch(/<h1[^>]*>Shortlist/);
		expect(sandbox.log.count({ method: 'POST', path: '/screening' })).toBe(4);
	} finally {
		jest.restoreAllMocks();
		process.env.N8N_USER_FOLDER = N8N_USER_FOLDER;
		await sandbox.close();
		await rm(folder, { recursive: true });
	}
});
