import { SeenPages } from '../../../../nodes/shared/lists/SeenPages';

/** Whether the second page counts as one that has come. */
async function comesAgain(first: unknown[], second: unknown[]): Promise<boolean> {
	const seen = new SeenPages();
	seen.add(first, 0);
	return await seen.isRepeated(second, first);
}

const rows = (count: number, more: (n: number) => object = () => ({})) =>
	Array.from({ length: count }, (_, n) => ({ n, ...more(n) }));

describe('a page was read before', () => {
	it.each<[string, unknown[], unknown[]]>([
		['if it is equal', rows(5), rows(5)],
		['if its rows are bare values', ['a', 'b'], ['a', 'b']],
		[
			'if it differs in a time alone',
			rows(5, () => ({ fetched_at: '2024-01-01T00:00:00Z' })),
			rows(5, () => ({ fetched_at: '2024-01-01T00:00:09Z' })),
		],
		[
			'if it differs in a time under any name',
			rows(5, () => ({ x: 1_700_000_000_000 })),
			rows(5, () => ({ x: 1_700_000_000_999 })),
		],
		[
			'if it differs in a time inside',
			rows(5, () => ({ meta: { ts: 1 } })),
			rows(5, () => ({ meta: { ts: 2 } })),
		],
		[
			'if a count of one row differs',
			rows(5, (n) => ({ id: n, followers: 100 })),
			rows(5, (n) => ({ id: n, followers: n === 0 ? 101 : 100 })),
		],
		[
			'if the counts of all rows differ',
			rows(5, (n) => ({ id: n, followers: 100 })),
			rows(5, (n) => ({ id: n, followers: 101 })),
		],
		[
			'if a time and a count of one row differ',
			rows(5, (n) => ({ id: n, followers: 100, at: 1 })),
			rows(5, (n) => ({ id: n, followers: n === 0 ? 101 : 100, at: n === 0 ? 2 : 1 })),
		],
		[
			'if counts and times of all rows are those of now',
			rows(5, (n) => ({ id: n, likes: '7', followers: 100, updated_at: '2024-01-01T00:00:00Z' })),
			rows(5, (n) => ({ id: n, likes: '9', followers: 101, updated_at: '2024-01-01T00:00:09Z' })),
		],
		[
			'if a counter of its ranks differs',
			rows(5, (n) => ({ rank: n, name: 'a', followers: '100', lastChecked: '2024-01-01' })),
			rows(5, (n) => ({ rank: n, name: 'a', followers: '101', lastChecked: '2024-01-02' })),
		],
	])('%s', async (_, first, second) => {
		expect(await comesAgain(first, second)).toBe(true);
	});
});

describe('a page is new', () => {
	it.each<[string, unknown[], unknown[]]>([
		['if a row differs that is in no sample', rows(9), rows(9, (n) => ({ n: n === 2 ? 99 : n }))],
		['if it is shorter', rows(5), rows(4)],
		['if it is empty', [], []],
		[
			'if its rows are points in time',
			[
				{ day: '2024-01-01T00:00', v: 0 },
				{ day: '2024-01-02T00:00', v: 0 },
			],
			[
				{ day: '2024-01-03T00:00', v: 0 },
				{ day: '2024-01-04T00:00', v: 0 },
			],
		],
		[
			'if each row is another day of the same creator',
			rows(3, (n) => ({ id: n, day_at: '2024-01-01', followers: 1 })),
			rows(3, (n) => ({ id: n, day_at: '2024-01-02', followers: 2 })),
		],
		...['2024-01', '01.02.2024', '2024/02/01', '2024-01-01T00:00Z', 1_704_067_200_000].map(
			(day): [string, unknown[], unknown[]] => [
				`if its rows are of another day than ${day}`,
				rows(3, (n) => ({ creatorId: n, recordedAt: day, followers: 1 })),
				rows(3, (n) => ({ creatorId: n, recordedAt: '2025-01-01T00:00Z', followers: 2 })),
			],
		),
		[
			'if its rows are of another time, with the same counts',
			rows(3, (n) => ({ creatorId: n, recorded_at: 1_704_067_200_000, followers: 1 })),
			rows(3, (n) => ({ creatorId: n, recorded_at: 1_704_070_800_000, followers: 1 })),
		],
		...['rank', 'position', 'index'].flatMap((key) =>
			['5000', 5000, '1718000000000000', '491710000000'].map(
				(user): [string, unknown[], unknown[]] => [
					`if it counts by ${key} from 1 again, after ${typeof user} ${user}`,
					[{ [key]: 1, user }],
					[{ [key]: 1, user: Number(user) + 31 }].map((row) =>
						typeof user === 'string' ? { ...row, user: String(row.user) } : row,
					),
				],
			),
		),
		[
			'if its rows have nothing but counters',
			[{ views: 1 }, { views: 2 }],
			[{ views: 5 }, { views: 6 }],
		],
		['if its numbers are all that it has', rows(3), rows(3, (n) => ({ n: n + 3 }))],
	])('%s', async (_, first, second) => {
		expect(await comesAgain(first, second)).toBe(false);
	});
});

it('finds the page among many, and in rows that were read since', async () => {
	const seen = new SeenPages();
	const all: unknown[] = [];
	for (let page = 0; page < 20; page++) {
		const found = rows(10, (n) => ({ id: page * 10 + n }));
		expect(await seen.isRepeated(found, all)).toBe(false);
		seen.add(found, all.length);
		all.push(...found);
	}
	expect(
		await seen.isRepeated(
			rows(10, (n) => ({ id: 70 + n })),
			all,
		),
	).toBe(true);
});

it('finds the second of two pages that begin, go on and end alike', async () => {
	const seen = new SeenPages();
	const pageOf = (second: string) => ['a', second, 'c', 'd', 'e'].map((id) => ({ id }));
	const [first, second] = [pageOf('b'), pageOf('x')];
	seen.add(first, 0);
	expect(await seen.isRepeated(second, first)).toBe(false);
	seen.add(second, first.length);
	expect(await seen.isRepeated(pageOf('x'), [...first, ...second])).toBe(true);
});
