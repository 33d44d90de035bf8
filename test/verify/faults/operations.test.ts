import { startSandbox, type Sandbox } from '../../../sandbox';
import { asker } from '../../../verify/harness/service';
import type { Stage } from '../../../verify/harness/Harness';
import { operations, type Task } from '../../../verify/faults/operations';

let sandbox: Sandbox;
let stage: Stage;

beforeAll(async () => {
	sandbox = await startSandbox({ creators: 600, durations: { screening: 0 } });
	stage = {
		...{ sandbox, token: sandbox.token, baseUrl: sandbox.url, timeout: 5, ask: asker(sandbox) },
		credential: { id: '1', name: 'Sandbox', type: '' },
	};
});
afterAll(async () => await sandbox.close());

async function prepared(id: string): Promise<Task> {
	const task = await operations.find((each) => each.id === id)?.prepare?.(stage);
	if (task === undefined) throw new Error(`There is no operation ${id}`);
	return task;
}

/** What the answer to this request delivers. */
async function delivered(task: Task, path: string, body?: object): Promise<string[]> {
	await stage.ask(path, body && { ...body });
	const entry = sandbox.log.all().at(-1);
	return entry === undefined ? [] : task.deliveredBy(entry);
}

const keysOf = ({ wanted }: Task, from: number, to: number) =>
	wanted.slice(from, to).map(({ key }) => key);

describe('the items that a response delivers', () => {
	it('for a read are the requested item', async () => {
		const task = await prepared('syncRead');
		const url = String(task.inputs[2].handle);
		expect(await delivered(task, `/profiles?identifier=${encodeURIComponent(url)}`)).toEqual(['2']);
	});

	it('for a POST are the item whose value was sent', async () => {
		const task = await prepared('syncPost');
		const identifier = task.inputs[3].handle;
		expect(await delivered(task, '/contact-info', { identifier })).toEqual(['3']);
	});

	it('for a Get are the job in its path', async () => {
		const task = await prepared('get');
		expect(await delivered(task, `/screening/${String(task.inputs[1].id)}`)).toEqual(['1']);
	});

	it('for a list are the page', async () => {
		const task = await prepared('paidList');
		const page = { follower_count: { min: 60_000 }, limit: 50 };
		expect(await delivered(task, '/discovery', page)).toEqual(keysOf(task, 0, 50));
		const second = { ...page, offset: 50 };
		expect(await delivered(task, '/discovery', second)).toEqual(keysOf(task, 50, 100));
	});

	it('for a poll of a job are its result, once it has one', async () => {
		const task = await prepared('submitAndWait');
		const { id } = await stage.ask('/screening', { profile_url: task.inputs[4].url });
		sandbox.jobs.settle(String(id), 'finished');
		expect(await delivered(task, `/screening/${String(id)}`)).toEqual(['4']);
		expect(await delivered(task, '/screening', { profile_url: task.inputs[4].url })).toEqual([]);
	});
});
