import type { IDataObject } from 'n8n-workflow';

import { documentOf, madeAt, times } from './documents';

const screeningOf = (handle: string, more: IDataObject = {}): IDataObject => ({
	profile_url: `https://x.example/${handle}`,
	flagged_count: 1,
	...more,
});
const flaggedOf = (handle: string, at = 1): IDataObject => ({
	title: `Post ${at}`,
	url: `https://x.example/${handle}/${at}`,
	risks: [],
});

const partsOf = (items: IDataObject[]) =>
	documentOf(items).parts.map(({ what, title }) => `${what}: ${title}`);

describe('a report', () => {
	it('has a title of its own, or that of the user', () => {
		const items = [screeningOf('ada')];
		expect(documentOf(items)).toMatchObject({ title: 'Screening: ada', isTitled: false, madeAt });
		expect(documentOf(items, 'Mine')).toMatchObject({ title: 'Mine', isTitled: true, madeAt });
	});

	it('of nothing says so', () => {
		expect(documentOf([])).toEqual({
			title: 'Report',
			isTitled: false,
			madeAt,
			overview: [],
			parts: [
				{
					what: 'Result',
					title: 'No items',
					about: [],
					sections: [{ kind: 'note', text: 'There were no items to report on.' }],
				},
			],
		});
	});

	it.each<[string, IDataObject[]]>([
		['Screening: 2 compared', [screeningOf('ada'), screeningOf('bob')]],
		['Report', [screeningOf('ada'), { foo: 1 }]],
		['Creators: 2 creators', times(2, (at) => ({ name: `n${at}`, followers: 1 }))],
	])('is called %j', (title, items) => {
		expect(documentOf(items).title).toBe(title);
	});

	it.each<[string, IDataObject]>([
		['Screening: ada', screeningOf('ada')],
		['Change of a screening: Screening', { current: {}, changed: {} }],
		['Profile analytics: Ada', { full_name: 'Ada', countries: { DE: 1 } }],
		['Audience overlap: Audience overlap', { unique_followers: 1 }],
		['Purchase intent: Purchase intent', { total_comments: 1 }],
		[
			'Comments relevance: Comments relevance',
			{ job: { type: 'commentsRelevance', state: 'finished' } },
		],
		['Screening: Job 1', { job: { type: 'screening', state: 'pending', id: 1 } }],
		['Creators: 1 creator', { name: 'Ada', followers: 1 }],
		['Content: 1 content item', { title: 'x', date: '2026-01-01' }],
		['Flagged content: 1 flagged item', { title: 'x', risks: [] }],
		['Comments: 1 comment', { text: 'x', author: 'bob' }],
		['Social listening: 1 mention', { text: 'x', sentiment: 'POSITIVE' }],
		['Result: Result', { foo: 1 }],
	])('has the part %s', (part, item) => {
		expect(partsOf([item])).toEqual([part]);
	});
});

describe('items', () => {
	it('that are rows of a kind are one part, where the first one stands', () => {
		const comment = { text: 'x', author: 'bob' };
		const creator = { name: 'Ada', followers: 1 };
		expect(partsOf([comment, { foo: 1 }, creator, comment, { foo: 1 }, creator, comment])).toEqual([
			'Comments: 3 comments',
			'Result: Result',
			'Creators: 2 creators',
			'Result: Result',
		]);
	});

	const entriesOf = (items: IDataObject[]) =>
		documentOf(items).parts.map(({ what, title, sections }) => [
			`${what}: ${title}`,
			...sections.flatMap((each) =>
				each.kind === 'entries' ? each.entries.map((entry) => entry.title) : [],
			),
		]);

	it('that are flagged belong to the only screening', () => {
		expect(entriesOf([screeningOf('ada'), flaggedOf('elsewhere', 1), flaggedOf('ada', 2)])).toEqual(
			[['Screening: ada', 'Post 1', 'Post 2']],
		);
	});

	it('that are flagged belong to the screening of their profile, or stand alone', () => {
		expect(
			entriesOf([
				{ flagged_count: 3 },
				screeningOf('ada'),
				screeningOf('bob'),
				flaggedOf('bob', 1),
				flaggedOf('ada', 2),
				flaggedOf('bobby', 3),
				{ title: 'No address', risks: [] },
			]),
		).toEqual([
			['Screening: Screening'],
			['Screening: ada', 'Post 2'],
			['Screening: bob', 'Post 1'],
			['Flagged content: 2 flagged items', 'Post 3', 'No address'],
		]);
	});

	it('that are flagged may come before their screening', () => {
		expect(entriesOf([flaggedOf('ada', 1), screeningOf('ada'), flaggedOf('ada', 2)])).toEqual([
			['Screening: ada', 'Post 1', 'Post 2'],
		]);
		expect(
			entriesOf([flaggedOf('bob', 1), screeningOf('ada'), screeningOf('bob'), flaggedOf('ada', 2)]),
		).toEqual([
			['Screening: bob', 'Post 1'],
			['Screening: ada', 'Post 2'],
		]);
	});

	it('that are flagged are below the address of their profile, however it is written', () => {
		const items = [screeningOf('bob'), screeningOf('ada/?tab=1'), flaggedOf('ada', 2)];
		expect(entriesOf(items)).toEqual([['Screening: bob'], ['Screening: ada', 'Post 2']]);
	});

	it('of which something is missing say so', () => {
		const incomplete = 'The rest could not be read';
		const note = { kind: 'note', text: incomplete };
		const kinds: IDataObject[] = [
			screeningOf('ada'),
			{ name: 'Ada', followers: 1 },
			{ title: 'Post', published_at: '2026-01-01' },
			{ job: { type: 'creatorExport', id: '1', state: 'finished' } },
			{ foo: 1 },
		];
		for (const item of kinds) {
			expect(documentOf([{ ...item, incomplete }]).parts[0]?.sections[0]).toEqual(note);
		}
		const flagged = { ...flaggedOf('ada'), incomplete };
		expect(documentOf([screeningOf('ada'), flagged]).parts[0]?.sections[0]).toEqual(note);
	});

	it('that are flagged stand alone without a screening', () => {
		expect(entriesOf([flaggedOf('ada'), flaggedOf('bob', 2)])).toEqual([
			['Flagged content: 2 flagged items', 'Post 1', 'Post 2'],
		]);
	});
});

describe('profiles side by side', () => {
	const rowsOf = (items: IDataObject[]) =>
		documentOf(items).overview.map((each) =>
			each.kind === 'table'
				? [
						each.columns.map(({ label }) => label).join(' | '),
						...each.rows.map((row) => row.map(({ text }) => text).join(' | ')),
					]
				: each.kind,
		);

	it('are a table of all that is said of each', () => {
		expect(
			rowsOf([
				screeningOf('Ada', { risk_rating: 'LOW' }),
				{ username: 'ada', followers: 5, countries: { DE: 1 } },
				{ username: '@bob', total_comments: 3, score: 7 },
			]),
		).toEqual([
			[
				'Name | Followers | Risk rating | Flagged | Score',
				'@ada | 5 | Low | 1 | ',
				'@bob |  |  |  | 7',
			],
		]);
	});

	it('have the title that says so', () => {
		expect(documentOf([screeningOf('ada'), screeningOf('bob')]).overview).toMatchObject([
			{ kind: 'table', title: 'Side by side' },
		]);
	});

	it('know what searches and comparisons say of them, the first of these before the others', () => {
		expect(
			rowsOf([
				{ unique_followers: 9, profiles: [{ username: 'ada', followers: 5 }] },
				{ name: 'Ada L', username: 'ada', followers: 6, country: 'Germany' },
				{ name: 'Bob B', username: 'bob', platform: 'TikTok' },
				screeningOf('ada', { flagged_count: 2 }),
				screeningOf('bob', { profile_url: 'https://x.example/Bob/?tab=1/2#top/x' }),
			]),
		).toEqual([
			[
				'Name | Handle | Platform | Country | Followers | Flagged',
				'Ada L | ada |  | Germany | 5 | 2',
				'Bob B | bob | TikTok |  |  | 1',
			],
		]);
	});

	it('know nothing from items that are about something else', () => {
		const comment = { text: 'x', author: 'cy', name: 'ADA', followers: 9 };
		expect(rowsOf([screeningOf('ada'), screeningOf('bob'), comment])).toEqual([
			['Name | Flagged', 'ada | 1', 'bob | 1'],
		]);
	});

	it('are the same with and without the sign before a handle, but not within', () => {
		const search = { name: 'Ada L', username: 'ada', platform: 'Twitch' };
		expect(rowsOf([search, screeningOf('@ada'), screeningOf('a@b'), screeningOf('ab')])).toEqual([
			[
				'Name | Handle | Platform | Flagged',
				'Ada L | ada | Twitch | 1',
				'a@b |  |  | 1',
				'ab |  |  | 1',
			],
		]);
	});

	it('are two where a handle is taken on two platforms', () => {
		const on = (platform: string) => ({ username: 'ada', platform, flagged_count: 1 });
		expect(rowsOf([on('Twitch'), on('TikTok'), on('TWITCH')])[0]).toHaveLength(3);
		const at = (host: string) => screeningOf('', { profile_url: `https://${host}/ada` });
		expect(rowsOf([at('a.example'), at('b.example'), at('www.A.example')])[0]).toHaveLength(3);
		const search = { name: 'Ada L', username: 'ada', platform: 'Twitch', followers: 3 };
		expect(rowsOf([search, on('TikTok'), on('Twitch')])).toEqual([
			[
				'Name | Handle | Platform | Followers | Flagged',
				'@ada |  | TikTok |  | 1',
				'Ada L | ada | Twitch | 3 | 1',
			],
		]);
	});

	it('are known by their name where there is nothing else', () => {
		const named = (full_name: string) => ({ full_name, flagged_count: 1 });
		expect(rowsOf([named('Ada'), named('Bob'), named('ADA')])).toEqual([
			['Name | Flagged', 'ADA | 1', 'Bob | 1'],
		]);
	});

	it.each<[string, IDataObject[]]>([
		['there is one', [screeningOf('ada'), screeningOf('ada')]],
		['others are no profiles', [screeningOf('ada'), { foo: 1 }, { unique_followers: 9 }]],
		[
			'all come of a search',
			[
				{ name: 'Ada', followers: 1 },
				{ name: 'Bob', followers: 1 },
			],
		],
	])('are not shown where %s', (_, items) => {
		expect(rowsOf(items)).toEqual([]);
	});
});
