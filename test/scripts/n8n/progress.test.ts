import { mock } from 'node:test';
import { setImmediate as settle } from 'node:timers/promises';

import { Progress } from '../../../scripts/n8n/progress';

it('shows several steps at once: known progress, the elapsed time, and no estimates', async () => {
	mock.timers.enable({ apis: ['setInterval', 'Date'] });
	const pass = async (ms: number) => {
		mock.timers.tick(ms);
		await settle();
	};
	const lines: string[] = [];
	jest.spyOn(console, 'log').mockImplementation((line: string) => void lines.push(line));
	try {
		const progress = new Progress();
		const end = { install: () => {}, build: () => {} };
		const known = async () => '3 of 9 packages';
		const installed = progress.step(
			'Installing',
			{ known },
			async () => await new Promise<void>((resolve) => (end.install = resolve)),
		);
		await pass(30_000);
		const built = progress.step(
			'Building',
			{ result: (files) => `${files} files` },
			async () => await new Promise<number>((resolve) => (end.build = () => resolve(2))),
		);
		await pass(30_000);
		await pass(15_000);
		end.build();
		await built;
		end.install();
		await installed;
		await pass(60_000);
	} finally {
		mock.timers.reset();
		jest.restoreAllMocks();
	}
	expect(lines).toEqual([
		'- Installing',
		'- Installing: 3 of 9 packages (30 s so far)',
		'- Building',
		'- Installing: 3 of 9 packages (1 min 0 s so far)',
		'- Building (30 s so far)',
		'✔ Building: 2 files (45 s)',
		'✔ Installing (1 min 15 s)',
	]);
});
