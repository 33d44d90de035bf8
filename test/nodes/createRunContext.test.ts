import type { IContextObject, IDataObject, IExecuteFunctions } from 'n8n-workflow';

import { Cancelled } from '../../nodes/shared/failure/Cancelled';
import { Entries, type Entry } from '../../nodes/shared/ledger/Entries';
import { createRunContext, nameOfRun } from '../../nodes/shared/node/createRunContext';
import type { RunContext } from '../../nodes/shared/operations/RunContext';
import { runTool } from '../support/agent';
import { runWorkflow } from '../engine/engine';
import { doing, inNode, type Entered } from './inNode';
import { loop } from './loop';

const CONTACT = { node: 'creatorSearch', resource: 'contact', operation: 'get' };
const PARAMETERS = { resource: CONTACT.resource, operation: CONTACT.operation };
const settings = { maxConcurrency: 2, maxPaidRequests: 3 };
const ITEM = '0.0';

const inRun = async <T>(
	entered: Entered,
	what: (run: RunContext, context: IExecuteFunctions) => T,
): Promise<Awaited<T>> =>
	await inNode(CONTACT, entered, (context) =>
		what(createRunContext(context, settings, context.getContext('node')), context),
	);

describe('a run', () => {
	it('does as much at once as the user allows', async () => {
		let atOnce = 0;
		let most = 0;
		const task = async () => {
			most = Math.max(most, ++atOnce);
			await new Promise(setImmediate);
			atOnce--;
			return most;
		};
		const done = await inRun({}, async ({ runLimited }) => {
			return await Promise.all(Array.from({ length: 5 }, async () => await runLimited(task)));
		});
		expect([done.length, most]).toEqual([5, settings.maxConcurrency]);
	});

	it('begins nothing more once an item has failed', async () => {
		const task = jest.fn(async () => await Promise.resolve('done'));
		const { before, after, isAborted } = await inRun({}, async ({ runLimited, abort, signal }) => {
			const first = await runLimited(task);
			abort();
			const second = await runLimited(task).catch((error: unknown) => error);
			return { before: first, after: second, isAborted: signal.aborted };
		});
		expect([before, isAborted]).toEqual(['done', true]);
		expect(after).toBeInstanceOf(Cancelled);
		expect(task).toHaveBeenCalledTimes(1);
	});
});

const accepted: Entry = { outcome: 'accepted', at: 1, fingerprints: ['f'] };
const response = { status: 200, headers: {}, text: '{}' };
/** What a run of the node has written before. */
const earlier = (run: string): IContextObject => {
	const context: IContextObject = {};
	const entries = new Entries(context, run);
	entries.put(ITEM, { ...accepted, response });
	entries.put('1.0', { ...accepted, job: 'j1' });
	return context;
};
const foundIn = (entries: Entries) =>
	[ITEM, '1.0'].map((name) => {
		const { job, response: stored } = entries.find(name, accepted.fingerprints) ?? {};
		return job ?? stored?.text;
	});
const savedIn = (context: IContextObject, run: string) => foundIn(new Entries(context, run));

describe('the name of a run', () => {
	it('is the number of the round, in a loop', async () => {
		const { node, values } = doing(CONTACT, nameOfRun);
		const type = { ...node, execute: passing(node.execute) };
		await runWorkflow(loop({ name: 'Contact', type, parameters: PARAMETERS }, 3));
		expect(values).toEqual(['0', '1', '2']);
	});
});

/** The same node, which passes its items on. */
const passing = (execute: ReturnType<typeof doing>['node']['execute']) =>
	async function (this: IExecuteFunctions) {
		await execute?.call(this);
		return [this.getInputData()];
	};

describe('a call of an agent', () => {
	const called = async <T>(
		runBy: 'engine' | 'agent',
		calls: IDataObject[],
		what: (run: RunContext, context: IExecuteFunctions) => T,
	) => {
		const { node, values, errors } = doing(CONTACT, (context) =>
			what(createRunContext(context, settings, context.getContext('node')), context),
		);
		await runTool({
			...{ node, calls, runBy, parameters: PARAMETERS },
			credentials: { baseUrl: 'https://api.example.com', apiToken: 'token-123456' },
		});
		expect(errors).toEqual([]);
		return values;
	};

	it('is a run of its own where the engine makes it', async () => {
		const names = await called('engine', [{ a: 1 }, { a: 1 }], (_, context) => nameOfRun(context));
		expect(names).toEqual(['0', '1']);
	});

	it('has its own name where the agent makes all at once, also with equal arguments', async () => {
		const names = await called('agent', [{ a: 1 }, { a: 1 }, { a: 2 }], (_, context) =>
			nameOfRun(context),
		);
		expect(new Set(names).size).toBe(3);
		for (const name of names) expect(name).toMatch(/^tool-[0-9a-z]+-\d+$/);
	});

	it('has the same name in each attempt', async () => {
		const [names] = await called('agent', [{ a: 1 }], (_, context) => [
			nameOfRun(context),
			nameOfRun(context),
		]);
		expect(names).toHaveLength(2);
		expect(names[1]).toBe(names[0]);
	});

	it.each([
		['agent', '{}'],
		['engine', undefined],
	] as const)('that the %s makes finds of a call at the same time: %s', async (runBy, expected) => {
		const [found] = await called(runBy, [{ a: 1 }], (_, context) => {
			const kept = context.getContext('node');
			Object.assign(kept, earlier('tool-other-1'));
			createRunContext(context, settings, context.getContext('node'));
			return savedIn(kept, 'tool-other-1')[0];
		});
		// Where the agent makes them, the other call may still be retried.
		expect(found).toBe(expected);
	});
});
