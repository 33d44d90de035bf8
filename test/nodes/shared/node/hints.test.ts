import type { Logger, NodeExecutionHint } from 'n8n-workflow';

import { logHints, showHints } from '../../../../nodes/shared/node/finish';
import { Hints } from '../../../../nodes/shared/operations/Hints';

describe('hints', () => {
	const hints = new Hints();
	for (let n = 1; n <= 60; n++) hints.add('Still going on: %.', `job-${n}`);
	hints.add('Something else.');

	it('show tags of a service as text', () => {
		const hostile = new Hints();
		hostile.add('The state % is not known.', '<a href="https://x.example">R&D</a>');
		const shown: NodeExecutionHint[] = [];
		showHints({ addExecutionHints: (...all) => void shown.push(...all) }, hostile);
		expect(shown[0].message).toBe(
			'The state &lt;a href="https://x.example"&gt;R&amp;D&lt;/a&gt; is not known.',
		);
	});

	it('are warnings, then what is only good to know, at the output', () => {
		const mixed = new Hints();
		mixed.add('Nothing was found.', '', 'info');
		mixed.add('Something is wrong.');
		const shown: NodeExecutionHint[] = [];
		showHints({ addExecutionHints: (...all) => void shown.push(...all) }, mixed);
		expect(shown).toEqual([
			{ message: 'Something is wrong.', type: 'warning', location: 'outputPane' },
			{ message: 'Nothing was found.', type: 'info', location: 'outputPane' },
		]);
	});

	it('in the log and in the console of the browser name all of them', () => {
		const [logged, sent]: [string[], unknown[]] = [[], []];
		const logger = { warn: (text: string) => void logged.push(text) } as Logger;
		const stopped = new Hints();
		for (let n = 1; n <= 60; n++) stopped.add('Still\ngoing on: %.', `job-${n}`);
		logHints({ logger, sendMessageToUI: (text) => void sent.push(text) }, stopped);
		expect(logged).toEqual([expect.stringMatching(/^Still\\u000agoing on: .*, job-60\.$/)]);
		expect(sent).toEqual([expect.stringMatching(/^Still\ngoing on: .*, job-60\.$/)]);
	});
});
