import type { IContextObject, IDataObject, INodeParameters } from 'n8n-workflow';

import { creatorSearch } from '../../../../nodes/CreatorSearch/catalogue';
import { execute } from '../../../../nodes/shared/node/execute';
import { socialBackgroundCheck } from '../../../../nodes/SocialBackgroundCheck/catalogue';
import { useVirtualClock } from '../../../support/virtualClock';
import { ProcessedStore } from '../../../support/processed';
import { contextOf, Rejection, type Answer, type Circumstances } from './contexts';

useVirtualClock();

const CONTINUE = { onError: 'continueRegularOutput' } as const;

interface Run extends Circumstances {
	operation?: string;
	options?: INodeParameters;
}

/** Runs an operation of the area that has it, for all inputs. */
async function run({ operation = 'screening.submit', options = {}, ...circumstances }: Run) {
	const [resource = '', value = ''] = operation.split('.');
	const catalogue = resource === 'screening' ? socialBackgroundCheck : creatorSearch;
	const made = contextOf({
		...circumstances,
		parameters: {
			resource,
			operation: value,
			bodyMode: 'input',
			...circumstances.parameters,
			options: { maxRetries: 0, ...options },
		},
	});
	const posts = () =>
		made.sent.flatMap(({ method, body }) => (method === 'POST' ? [body?.who] : []));
	try {
		const [items = []] = await execute(made.context, catalogue);
		return { ...made, items, json: items.map((each) => each.json), error: undefined, posts };
	} catch (error) {
		return { ...made, items: [], json: [], error, posts };
	}
}

const inputsOf = (...whos: string[]): IDataObject[] => whos.map((who) => ({ who }));
const jobOf: Answer = ({ method, body, path }) =>
	method === 'POST'
		? { id: body?.who }
		: { status: 'done', risk_level: 'LOW', id: path.split('/').at(-1) };

describe('Max Paid Requests', () => {
	const WAIT = {
		operation: 'screening.submitAndWait',
		options: { maxPaidRequests: 2, pollInterval: 1 },
		answer: jobOf,
	};

	it('is an error, but jobs that were paid for are waited for until they have ended', async () => {
		const polls = new Map<string, number>();
		const { error, sent, kept } = await run({
			...WAIT,
			inputs: inputsOf('a', 'b', 'c'),
			answer: (asked) => {
				if (asked.method === 'POST') return jobOf(asked);
				const count = (polls.get(asked.path) ?? 0) + 1;
				polls.set(asked.path, count);
				return count < 3 ? { status: 'running' } : { status: 'done', risk_level: 'LOW' };
			},
		});
		expect(sent.filter(({ method }) => method === 'POST')).toHaveLength(2);
		expect([...polls.values()]).toEqual([3, 3]);
		expect(error).toMatchObject({
			message: expect.stringContaining("'Max Paid Requests' is reached [item 2]"),
			description: expect.stringMatching(
				/Requests sent that may be charged: 2\..*a \(item 0, finished\), b \(item 1, finished\)/,
			),
		});
		// A retry finds them.
		expect(JSON.stringify(kept)).toMatch(/"a".*"b"/);
	});

	it('leaves the results of the other items, if the node continues', async () => {
		const { json } = await run({ ...WAIT, inputs: inputsOf('a', 'b', 'c'), node: CONTINUE });
		expect(json).toMatchObject([
			{ job: { id: 'a', state: 'finished' } },
			{ job: { id: 'b', state: 'finished' } },
			{ error: { code: 'MAX_PAID_REQUESTS', itemIndex: 2 } },
		]);
	});
});

describe('an item that fails', () => {
	const refusing: Answer = ({ body }) =>
		body?.who === 'bad' ? new Rejection(422) : { id: body?.who };
	const options = { maxConcurrency: 1 };

	it('ends the run, and a retry sends only what was not sent', async () => {
		const others = ['c', 'd', 'e', 'f'];
		const { error, posts, kept } = await run({
			...{ inputs: inputsOf('a', 'bad', ...others), answer: refusing, options },
		});
		const before = posts();
		expect(before.slice(0, 2)).toEqual(['a', 'bad']);
		// One more may begin before the failure has ended the run.
		expect(before.length).toBeLessThan(4);
		expect(error).toMatchObject({
			message: expect.stringContaining('[item 1]'),
			description: expect.stringContaining('a (item 0, pending)'),
			context: { itemIndex: 1 },
		});
		const all = ['a', 'good', ...others];
		const retried = await run({ inputs: inputsOf(...all), answer: refusing, options, kept });
		expect([...before, ...retried.posts()].sort()).toEqual([...all, 'bad'].sort());
		expect(retried.json).toMatchObject(all.map((id) => ({ id })));
	});

	it('is an item with an error in its place, if the node continues', async () => {
		const { items, posts } = await run({
			...{ inputs: inputsOf('a', 'bad', 'c'), answer: refusing, options, node: CONTINUE },
		});
		expect(posts()).toEqual(['a', 'bad', 'c']);
		expect(items).toMatchObject([
			{ json: { id: 'a' }, pairedItem: { item: 0 } },
			{ json: { error: { status: 422, itemIndex: 1 } }, pairedItem: { item: 1 } },
			{ json: { id: 'c' }, pairedItem: { item: 2 } },
		]);
	});

	it('because of its parameters costs nothing: no item is sent', async () => {
		const bad = { inputs: [{ who: 'a' }, {}], operation: 'contact.get', answer: refusing };
		const { error, posts } = await run(bad);
		expect([error, posts()]).toMatchObject([{ context: { itemIndex: 1 } }, []]);
		const continued = await run({ ...bad, node: CONTINUE });
		expect(continued.posts()).toEqual(['a']);
		expect(continued.json).toMatchObject([{ id: 'a' }, { error: { itemIndex: 1 } }]);
	});

	it('shows no token that the user entered by mistake', async () => {
		const { error } = await run({
			operation: 'creator.search',
			parameters: { bodyMode: 'fields', followerCountMin: 'my token-1234567890' },
		});
		expect(error).toMatchObject({ message: expect.stringContaining('is not a number') });
		expect(JSON.stringify([error, String(error)])).not.toContain('token-1234567890');
	});
});

describe('the journal', () => {
	const lost: Answer = ({ body }) => (body?.who === 'bad' ? new Rejection(500) : { id: body?.who });

	it.each<[string, Run, boolean]>([
		['after a success', { inputs: inputsOf('a') }, false],
		['after an error', { inputs: inputsOf('bad') }, true],
		['after an error item', { inputs: inputsOf('bad'), node: CONTINUE }, false],
		[
			'after an error item, if n8n tries again',
			{ inputs: inputsOf('a', 'bad'), node: { ...CONTINUE, retryOnFail: true } },
			true,
		],
		[
			'after a success, if n8n would try again',
			{ inputs: inputsOf('a'), node: { retryOnFail: true } },
			false,
		],
	])('%s is kept for a retry or dropped', async (_, circumstances, isKept) => {
		const { kept } = await run({ ...circumstances, answer: lost });
		expect(kept !== undefined && 'creatorIntelligence' in kept).toBe(isKept);
	});

	it('is not dropped by a dry run', async () => {
		const { kept } = await run({ inputs: inputsOf('bad'), answer: lost });
		const before = structuredClone(kept);
		const { json, sent } = await run({ inputs: inputsOf('bad'), options: { dryRun: true }, kept });
		expect([sent, kept, json.length]).toEqual([[], before, 1]);
	});

	it('is kept where n8n cannot store the file, and no result is lost', async () => {
		const file = {
			...{ inputs: inputsOf('a'), operation: 'contact.get', answer: () => ({ name: 'Ada' }) },
			options: { responseFormat: 'file' },
		};
		const { error, kept } = await run({ ...file, isFull: true });
		expect(error).toMatchObject({ message: expect.stringContaining('could not store the file') });
		const { items, sent } = await run({ ...file, kept });
		expect([sent, items.length, items[0]?.binary !== undefined]).toEqual([[], 1, true]);
	});
});

describe('Skip Already Processed', () => {
	const skipping = (store: ProcessedStore): Run => ({ store, options: { skipProcessed: true } });

	it('does not pay again for an item that has a part of its result', async () => {
		const store = new ProcessedStore();
		const search: Run = {
			...skipping(store),
			operation: 'creator.search',
			parameters: { returnAll: true },
			inputs: inputsOf('a'),
			node: CONTINUE,
			answer: ({ body }) =>
				body?.cursor === undefined ? { data: [{ n: 1 }], next_cursor: 'c2' } : new Rejection(422),
		};
		const first = await run(search);
		expect(first.json).toMatchObject([{ n: 1 }, { error: { status: 422 } }]);
		const second = await run(search);
		expect([second.sent, second.json]).toEqual([[], []]);
	});

	it('sends again what was rejected', async () => {
		const store = new ProcessedStore();
		const one: Run = { ...skipping(store), inputs: inputsOf('a'), node: CONTINUE };
		await run({ ...one, answer: () => new Rejection(422) });
		expect((await run({ ...one, answer: jobOf })).posts()).toEqual(['a']);
		expect((await run({ ...one, answer: jobOf })).posts()).toEqual([]);
	});

	it('neither skips nor records in a manual run, and says how many it skips in others', async () => {
		const store = new ProcessedStore();
		const one: Run = { ...skipping(store), inputs: inputsOf('a'), answer: jobOf };
		expect((await run({ ...one, mode: 'manual' })).posts()).toEqual(['a']);
		expect((await run(one)).posts()).toEqual(['a']);
		const skipped = await run(one);
		expect(skipped.posts()).toEqual([]);
		expect(skipped.said().join()).toContain(
			'Items skipped because an earlier execution sent them: 1.',
		);
	});

	it('does not apply to free requests', async () => {
		const store = new ProcessedStore();
		const get: Run = { ...skipping(store), operation: 'screening.get', parameters: { id: 'a' } };
		for (const _ of [1, 2]) expect((await run({ ...get, answer: jobOf })).sent).toHaveLength(1);
		expect(store.rows).toEqual({});
	});

	it('of a retry sends what its first try has not sent', async () => {
		const store = new ProcessedStore();
		const kept: IContextObject = {};
		const one: Run = { ...skipping(store), inputs: inputsOf('a'), kept };
		const failed = await run({ ...one, answer: () => new Rejection(500) });
		expect(failed.error).toBeDefined();
		// Its outcome is unknown: it is not skipped, as this is the same run, and not sent either.
		const again = await run({ ...one, answer: jobOf });
		expect(again.posts()).toEqual([]);
		expect(again.error).toMatchObject({
			message: expect.stringContaining('was not submitted again'),
		});
	});
});

describe('a stopped run', () => {
	it('returns what it knows of its jobs, keeps the journal, and logs the jobs', async () => {
		const stop = new AbortController();
		const { json, kept, log } = await run({
			operation: 'screening.submitAndWait',
			inputs: inputsOf('a', 'b'),
			stop: stop.signal,
			answer: (asked) => {
				if (asked.method === 'POST') return jobOf(asked);
				stop.abort();
				return { status: 'running' };
			},
		});
		expect(json).toMatchObject([
			{ job: { id: 'a', state: 'pending' } },
			{ job: { id: 'b', state: 'pending' } },
		]);
		expect(JSON.stringify(kept)).toMatch(/"a".*"b"/);
		expect(log.join()).toMatch(/still running: a, b\./);
	});
});

describe('an operation', () => {
	it('without inputs does nothing', async () => {
		const { items, sent } = await run({ inputs: [] });
		expect([items, sent]).toEqual([[], []]);
	});

	it('that does not exist is an error, or an error item for each input', async () => {
		const { error } = await run({ operation: 'screening.nope' });
		expect(error).toMatchObject({
			message: "There is no operation 'nope' for the resource 'screening'",
		});
		const { json } = await run({ operation: 'screening.nope', inputs: [{}, {}], node: CONTINUE });
		expect(json).toMatchObject([{ error: { message: expect.any(String) } }, { error: {} }]);
	});

	it('names the fields of Output Fields that no item has', async () => {
		const { said } = await run({
			operation: 'contact.get',
			inputs: inputsOf('a'),
			answer: () => ({ name: 'Ada' }),
			options: { outputFields: 'name, nmae' },
		});
		expect(said().join()).toContain("No item has the field 'nmae' from 'Output Fields'");
	});

	it('of a model that gets nothing says why', async () => {
		const store = new ProcessedStore();
		const one: Run = {
			...{ store, inputs: inputsOf('a'), answer: jobOf, options: { skipProcessed: true } },
			node: { type: 'nodeTool' },
		};
		await run(one);
		expect((await run(one)).json).toEqual([
			{ skipped: expect.stringContaining('Do not call the tool again') },
		]);
	});
});
