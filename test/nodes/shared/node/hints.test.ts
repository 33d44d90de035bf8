import type { Logger, NodeExecutionHint } from 'n8n-workflow';

import { logHints, showHints } from '../../../../nodes/shared/node/hints';
import { Hints } from '../../../../nodes/shared/operations/Hints';

describe('hints', () => {
	const hints = new Hints();
	for (let n = 1; n <= 60; n++) hints.add('Still going on: %.', `job-${n}`);
	hints.add('Something else.');

	it('are shown once for all items, with the names of fifty of them', () => {
		const shown: NodeExecutionHint[] = [];
		showHints({ addExecutionHints: (...all) => void shown.push(...all) }, hints);
		expect(shown.map(({ message }) => message)).toEqual([
			expect.stringMatching(/^Still going on: job-1, .*, job-50 and 10 more\.$/),
			'Something else.',
		]);
	});

	it('show tags of a service as text', () => {
		const hostile = new Hints();
		hostile.add('The state % is not known.', '<a href="https://x.example">R&D</a>');
		const shown: NodeExecutionHint[] = [];
		showHints({ addExecutionHints: (...all) => void shown.push(...all) }, hostile);
		expect(shown[0].message).toBe(
			'The state &lt;a href="https://x.example"&gt;R&amp;D&lt;/a&gt; is not known.',
		);
	});

	it('in the log name all of them', () => {
		const logged: string[] = [];
		const logger = { warn: (text: string) => void logged.push(text) } as Logger;
		logHints({ logger, sendMessageToUI: () => undefined }, hints);
		expect(logged[0]).toMatch(/, job-60\.$/);
	});
});
