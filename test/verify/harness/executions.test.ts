import { type ExecutionSummary, N8nClient } from '../../../scripts/n8n/client';
import { allOver, over } from '../../../verify/harness/executions';

const n8n = new N8nClient('http://n8n.invalid');
const summary = (id: string, status: ExecutionSummary['status']) =>
	({ id, status }) as ExecutionSummary;
const soon = { everyMs: 1 };

/** Answers these lists one by one, then the last of them over and over. */
function answering(...lists: Array<ExecutionSummary[] | Error>) {
	return jest.spyOn(n8n, 'executions').mockImplementation(async () => {
		const [next] = lists.length > 1 ? lists.splice(0, 1) : lists;
		if (next instanceof Error) throw next;
		return next;
	});
}

afterEach(() => jest.restoreAllMocks());

it('waits until all executions are over, even while n8n does not respond', async () => {
	const done = [summary('1', 'error'), summary('2', 'success')];
	const asked = answering(
		[summary('1', 'running'), done[1]],
		new Error('Database is not ready'),
		[summary('1', 'waiting'), done[1]],
		done,
	);
	expect(await allOver(n8n, ['7'], soon)).toEqual(done);
	expect(asked).toHaveBeenCalledTimes(4);
});

it('also returns those that never end', async () => {
	const stuck = [summary('1', 'running')];
	answering(stuck);
	expect(await allOver(n8n, ['7'], { ...soon, patienceMs: 5 })).toEqual(stuck);
	await expect(over(n8n, '7', '1', { ...soon, patienceMs: 5 })).rejects.toThrow('is not over');
});

it('waits for one execution, whatever becomes of the others', async () => {
	const asked = answering([], [summary('1', 'running'), summary('2', 'success')]);
	await over(n8n, '7', '2', soon);
	expect(asked).toHaveBeenCalledTimes(2);
});
