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

	it.each([
		['2026-03-07', true],
		['2026-03-06', undefined],
	])('until %s marks the last period that is not over: %j', (last, isLastOpen) => {
		const items = ['2026-03-01', last].map((date) => ({ title: 'x', date }));
		const [columns] = documentOf(items).parts[0]?.sections ?? [];
		expect(columns).toMatchObject({ kind: 'columns', ...(isLastOpen && { isLastOpen }) });
		expect('isLastOpen' in (columns ?? {})).toBe(isLastOpen === true);
	});

	it('of nothing says so', () => {
		expect(documentOf([])).toEqual({
			title: 'Report',
			isTitled: false,
			madeAt,
			verdicts: [],
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
		['Posts: 1 post', { title: 'x', date: '2026-01-01' }],
		['Flagged posts: 1 flagged post', { title: 'x', risks: [] }],
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
			['Flagged posts: 2 flagged posts', 'Post 3', 'No address'],
		]);
	});

	it('that are flagged belong to the screening whose job they name', () => {
		const job = (id: number, more: IDataObject = {}) => ({
			job: { type: 'screening', id, ...more },
		});
		const finished = { state: 'finished' };
		expect(
			entriesOf([
				screeningOf('ada', job(1, finished)),
				screeningOf('bob', job(2, finished)),
				{ ...flaggedOf('elsewhere', 1), ...job(2) },
				{ ...flaggedOf('ada', 2), ...job(2) },
			]),
		).toEqual([['Screening: ada'], ['Screening: bob', 'Post 1', 'Post 2']]);
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
			['Flagged posts: 2 flagged posts', 'Post 1', 'Post 2'],
		]);
	});
});

describe('profiles side by side', () => {
	const rowsOf = (items: IDataObject[]) =>
		documentOf(items).overview.flatMap((each) =>
			each.kind === 'table'
				? [
						[
							each.columns.map(({ label }) => label).join(' | '),
							...each.rows.map((row) => row.map(({ text }) => text).join(' | ')),
						],
					]
				: [],
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
				'Name | Followers | Risk rating | Score | Finding',
				'@ada | 5 | Low |  | 1 post is flagged.',
				'@bob |  |  | 7 | ',
			],
		]);
	});

	it('have the title that says so, and say how the flagged posts get into the report', () => {
		const screenings = [screeningOf('ada'), screeningOf('bob')];
		const [table, note] = documentOf(screenings).overview;
		expect(table).toMatchObject({ kind: 'table', title: 'Comparison' });
		expect(note).toMatchObject({ kind: 'note', text: expect.stringContaining('Get Many') });
		const flagged = [flaggedOf('ada'), flaggedOf('bob')];
		expect(documentOf([...screenings, ...flagged]).overview).toHaveLength(1);
	});

	it('show the overlap, and nothing of it again below', () => {
		const overlap = {
			unique_followers: 9,
			total_followers: 10,
			profiles: ['ada', 'bob'].map((username) => ({ username, followers: 5, overlap: 10 })),
		};
		const search = ['ada', 'bob'].map((username) => ({
			username,
			name: `${username}!`,
			followers: 5,
		}));
		const items = [...search, overlap, screeningOf('ada'), screeningOf('bob')];
		expect(rowsOf(items)).toEqual([
			[
				'Name | Handle | Followers | Shared audience | Finding',
				'ada! | ada | 5 | 10.0% | 1 post is flagged.',
				'bob! | bob | 5 | 10.0% | 1 post is flagged.',
			],
		]);
		expect(partsOf(items)).toEqual([
			'Audience overlap: @ada, @bob',
			'Screening: ada!',
			'Screening: bob!',
		]);
		expect(documentOf(items).parts[0]?.sections.map(({ kind }) => kind)).toEqual(['figures']);
		// Of one that is not compared, both say more.
		expect(partsOf([...items, { username: 'cy', followers: 1 }])).toContain('Creators: 3 creators');
	});

	it('of a thousand are tables, and the ten with the highest risk in detail', () => {
		const screenings = times(1_000, (at) =>
			screeningOf(`n${at}`, { risk_rating: at % 100 === 7 ? 'HIGH' : 'NONE' }),
		);
		const { title, overview, parts, verdicts } = documentOf([...screenings, { foo: 1 }]);
		expect(title).toBe('Report');
		expect(overview.map((each) => ('title' in each ? each.title : each.kind))).toEqual([
			'Comparison: highest risk',
			'Comparison: lowest risk',
			'The other 980',
			'note',
			'note',
		]);
		expect(parts.map((each) => each.title)).toEqual([
			'Result',
			...times(10, (at) => `n${at * 100 + 7}`),
		]);
		expect(verdicts.map(({ text }) => text)).toEqual([
			'990 of 1,000 creators are clear, 10 have a high risk.',
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
				'Name | Handle | Platform | Country | Followers | Finding',
				'Ada L | ada |  | Germany | 5 | 2 posts are flagged.',
				'Bob B | bob | TikTok |  |  | 1 post is flagged.',
			],
		]);
	});

	it('know nothing from items that are about something else', () => {
		const comment = { text: 'x', author: 'cy', name: 'ADA', followers: 9 };
		expect(rowsOf([screeningOf('ada'), screeningOf('bob'), comment])).toEqual([
			['Name | Finding', 'ada | 1 post is flagged.', 'bob | 1 post is flagged.'],
		]);
	});

	it('are the same with and without the sign before a handle, but not within', () => {
		const search = { name: 'Ada L', username: 'ada', platform: 'Twitch' };
		expect(rowsOf([search, screeningOf('@ada'), screeningOf('a@b'), screeningOf('ab')])).toEqual([
			[
				'Name | Handle | Platform | Finding',
				'Ada L | ada | Twitch | 1 post is flagged.',
				'a@b |  |  | 1 post is flagged.',
				'ab |  |  | 1 post is flagged.',
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
				'Name | Handle | Platform | Followers | Finding',
				'@ada |  | TikTok |  | 1 post is flagged.',
				'Ada L | ada | Twitch | 3 | 1 post is flagged.',
			],
		]);
	});

	it('are known by their name where there is nothing else', () => {
		const named = (full_name: string) => ({ full_name, flagged_count: 1 });
		expect(rowsOf([named('Ada'), named('Bob'), named('ADA')])).toEqual([
			['Name | Finding', 'ADA | 1 post is flagged.', 'Bob | 1 post is flagged.'],
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
