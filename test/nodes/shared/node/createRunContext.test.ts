import type { IContextObject } from 'n8n-workflow';

import { createRunContext } from '../../../../nodes/shared/node/createRunContext';
import { response } from '../responses';
import { contextOf, type Circumstances } from './contexts';

const SETTINGS = { maxConcurrency: 2, maxPaidRequests: 0 };
const open = (circumstances: Circumstances = {}, settings = SETTINGS) => {
	const made = contextOf(circumstances);
	return { run: createRunContext(made.context, settings), ...made };
};
const noted = { at: 1, fingerprints: ['mark'] };

describe('a run of the node', () => {
	it('has the same name in each try, and another one in each round of a loop', () => {
		expect(open().run.name).toBe(open().run.name);
		expect(open({ runIndex: 1 }).run.name).not.toBe(open().run.name);
	});

	it('by an agent has a name for each call, which is kept when n8n tries it again', () => {
		const call = { who: 'a' };
		const nameOf = (input: Circumstances['inputs'], runIndex: number) =>
			open({ isTool: true, inputs: input, runIndex }).run.name;
		const first = nameOf([call], 0);
		expect(nameOf([call], 1)).toBe(first);
		// Equal arguments are another call.
		expect(nameOf([{ who: 'a' }], 0)).not.toBe(first);
		expect(first).not.toBe('0');
	});

	it('knows what its earlier try has sent', () => {
		const kept: IContextObject = {};
		open({ kept }).run.journal.received('0', noted, response('{}'));
		expect(open({ kept }).run.journal.find('0', ['mark'])?.kind).toBe('received');
	});

	it.each([
		['drops the responses of earlier rounds of a loop', false, undefined],
		[
			'by an agent keeps those of calls at the same time: their retries need them',
			true,
			'received',
		],
	])('%s', (_, isTool, kind) => {
		const kept: IContextObject = {};
		const inputs = [{ who: 'a' }];
		open({ kept, isTool, inputs, runIndex: 0 }).run.journal.received('0', noted, response('{}'));
		open({ kept, isTool, inputs: [{ who: 'b' }], runIndex: 1 });
		const again = open({ kept, isTool, inputs, runIndex: 0 }).run.journal;
		expect(again.find('0', ['mark'])?.kind).toBe(kind);
	});

	it('keeps the jobs of other rounds', () => {
		const kept: IContextObject = {};
		open({ kept, runIndex: 0 }).run.journal.submitted('0', noted, { id: 'j1' });
		open({ kept, runIndex: 1 });
		expect(open({ kept, runIndex: 0 }).run.journal.find('0', ['mark'])?.kind).toBe('job');
	});

	it('counts paid requests over all rounds', async () => {
		const kept: IContextObject = {};
		const limited = { ...SETTINGS, maxPaidRequests: 1 };
		expect(await open({ kept, runIndex: 0 }, limited).run.paid.reserve('POST /x')).toBeUndefined();
		expect(await open({ kept, runIndex: 1 }, limited).run.paid.reserve('POST /x')).toBeDefined();
	});

	it('writes jobs to the log', () => {
		const { run, log } = open();
		run.jobLog.add(0, 'j1', 'pending', 'response');
		expect(log).toEqual(['Submitted the job j1 for item 0']);
	});
});

describe('tasks of a run', () => {
	it('run at most so many at once', async () => {
		const { run } = open();
		let [now, most] = [0, 0];
		await Promise.all(
			Array.from({ length: 5 }, async () => {
				await run.runLimited(async () => {
					most = Math.max(most, ++now);
					await new Promise(setImmediate);
					now--;
				});
			}),
		);
		expect(most).toBe(2);
	});

	it.each<[string, (run: { abort: () => void }, stop: AbortController) => void]>([
		['an item failed', (run) => run.abort()],
		['the user stopped the execution', (_, stop) => stop.abort()],
	])('do not begin once %s', async (_, end) => {
		const stop = new AbortController();
		const { run } = open({ stop: stop.signal });
		const begun: number[] = [];
		const tasks = [0, 1, 2].map((n) =>
			run.runLimited(async () => {
				begun.push(n);
				await new Promise(setImmediate);
			}),
		);
		await new Promise(process.nextTick);
		end(run, stop);
		const ends = await Promise.allSettled(tasks);
		expect(begun).toEqual([0, 1]);
		expect(ends.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected']);
		expect(run.signal.aborted).toBe(true);
	});
});
