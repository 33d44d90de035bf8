import type { N8nClient } from '../../scripts/n8n/client';
import { executionsOf } from '../../soak/observe';

const some = (from: number, count: number) =>
	Array.from({ length: count }, (_, n) => ({ id: String(from - n), status: 'success' }));

/** Answers the pages one by one, and keeps what was asked for. */
function answering(pages: object[]) {
	const asked: string[] = [];
	const get = async (path: string) => {
		asked.push(path.split('limit=100')[1]);
		return pages[asked.length - 1];
	};
	return { n8n: { get } as Pick<N8nClient, 'get'> as N8nClient, asked };
}

const idsOf = async (n8n: N8nClient) => (await executionsOf(n8n, '7')).map(({ id }) => id);

it('goes on with the cursor until there is none, each execution once', async () => {
	const { n8n, asked } = answering([
		{ results: [...some(205, 5), ...some(200, 100)], nextCursor: 'next' },
		{ results: [...some(205, 1), ...some(100, 100)], nextCursor: null },
	]);
	const ids = await idsOf(n8n);
	expect(ids).toHaveLength(205);
	expect(new Set(ids).size).toBe(205);
	expect(asked).toEqual(['', '&cursor=next']);
});

it('goes on with the last ID where n8n has no cursors', async () => {
	const { n8n, asked } = answering([{ results: some(150, 100) }, { results: some(50, 50) }]);
	expect(await idsOf(n8n)).toHaveLength(150);
	expect(asked).toEqual(['', '&lastId=51']);
});
