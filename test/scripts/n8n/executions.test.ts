import { N8nClient } from '../../../scripts/n8n/client';

const some = (from: number, count: number) =>
	Array.from({ length: count }, (_, n) => ({ id: String(from - n), status: 'success' }));

/** Answers the pages one by one, and keeps what was asked for. */
function answering(pages: object[]) {
	const asked: string[] = [];
	const n8n = new N8nClient('http://n8n.invalid');
	jest.spyOn(n8n, 'get').mockImplementation(async (path) => {
		asked.push(path.split('limit=100')[1]);
		return pages[asked.length - 1];
	});
	return { n8n, asked };
}

const idsOf = async (n8n: N8nClient) => (await n8n.executions('7')).map(({ id }) => id);

it('continues with the cursor until there is none, each execution once', async () => {
	const { n8n, asked } = answering([
		{ results: [...some(205, 5), ...some(200, 100)], nextCursor: 'next' },
		{ results: [...some(205, 1), ...some(100, 100)], nextCursor: null },
	]);
	const ids = await idsOf(n8n);
	expect(ids).toHaveLength(205);
	expect(new Set(ids).size).toBe(205);
	expect(asked).toEqual(['', '&cursor=next']);
});

it('continues with the last ID where n8n has no cursors', async () => {
	const { n8n, asked } = answering([{ results: some(150, 100) }, { results: some(50, 50) }]);
	expect(await idsOf(n8n)).toHaveLength(150);
	expect(asked).toEqual(['', '&lastId=51']);
});
