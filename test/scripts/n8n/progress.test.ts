import { Progress } from '../../../scripts/n8n/progress';

it('shows several steps at once: the elapsed time, and no estimates', async () => {
	jest.useFakeTimers();
	const pass = async (ms: number) => await jest.advanceTimersByTimeAsync(ms);
	const lines: string[] = [];
	jest.spyOn(console, 'log').mockImplementation((line: string) => void lines.push(line));
	try {
		const progress = new Progress();
		const end = { install: () => {}, build: () => {} };
		const installed = progress.step(
			'Installing',
			{},
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
		jest.useRealTimers();
		jest.restoreAllMocks();
	}
	expect(lines).toEqual([
		'- Installing',
		'- Installing (30 s so far)',
		'- Building',
		'- Installing (1 min 0 s so far)',
		'- Building (30 s so far)',
		'✔ Building: 2 files (45 s)',
		'✔ Installing (1 min 15 s)',
	]);
});
