import type { IDataObject } from 'n8n-workflow';

import { below, linesIn, linesOf, pageOf, times } from './pages';

const screeningOf = (handle: string, more: IDataObject = {}): IDataObject => ({
	profile_url: `https://x.example/${handle}`,
	flagged_count: 1,
	...more,
});
const flaggedOf = (title: string, more: IDataObject = {}): IDataObject => ({
	title,
	risks: [],
	...more,
});

const titleOf = (items: IDataObject[], title = '') => linesIn(pageOf(items, title))[0];

/** The heading of each part, with the titles of the entries in it. */
const partsOf = (items: IDataObject[]) =>
	[...pageOf(items, 'Mine').matchAll(/<section.*?<\/section>/gs)].map(([part]) => [
		...linesIn(part).slice(0, 2),
		...[...part.matchAll(/class="title">([^<]*)/g)].map(([, title]) => title),
	]);

describe('a report', () => {
	it.each<[string, IDataObject[]]>([
		['Screening: ada', [screeningOf('ada')]],
		['Screening: 2 compared', [screeningOf('ada'), screeningOf('bob')]],
		['Screening: 31 compared', times(31, (at) => screeningOf(`n${at}`))],
		['Report', [screeningOf('ada'), { foo: 1 }]],
		['Creators: 2 creators', times(2, (at) => ({ name: `n${at}`, followers: 1 }))],
		['Report', []],
	])('has the title %j', (title, items) => {
		expect(titleOf(items)).toBe(title);
		expect(titleOf(items, 'Mine')).toBe('Mine');
	});

	it('without items says so', () => {
		expect(linesOf([])).toEqual(['There were no items to report on.']);
		expect(linesOf([{}])).toEqual(['The item contains nothing to show.']);
	});

	it.each<[string, string, IDataObject]>([
		['Screening', 'ada', screeningOf('ada')],
		['Change of a screening', 'Screening', { current: {}, changed: {} }],
		['Profile analytics', 'Ada', { full_name: 'Ada', countries: { DE: 1 } }],
		['Audience overlap', 'Audience overlap', { unique_followers: 1 }],
		['Purchase intent', 'Purchase intent', { total_comments: 1 }],
		[
			'Comments relevance',
			'Comments relevance',
			{ job: { type: 'commentsRelevance', state: 'finished' } },
		],
		['Screening', 'Job 1', { job: { type: 'screening', state: 'pending', id: 1 } }],
		['Creators', '1 creator', { name: 'Ada', followers: 1 }],
		['Posts', '1 post', { title: 'x', date: '2026-01-01' }],
		['Flagged posts', '1 flagged post', { title: 'x', risks: [] }],
		['Comments', '1 comment', { text: 'x', author: 'bob' }],
		['Social listening', '1 mention', { text: 'x', sentiment: 'POSITIVE' }],
		['Result', 'Result', { foo: 1 }],
	])('has the part %s: %s', (what, title, item) => {
		expect(partsOf([item])[0]?.slice(0, 2)).toEqual([what, title]);
	});

	it.each<IDataObject>([
		screeningOf('ada'),
		{ name: 'Ada', followers: 1 },
		{ title: 'Post', published_at: '2026-01-01' },
		{ job: { type: 'creatorExport', id: '1', state: 'finished' } },
		{ foo: 1 },
	])('says what is missing in %j, each thing once', (item) => {
		const incomplete = 'The rest could not be read';
		const items = times(2, () => ({ ...item, incomplete }));
		expect(pageOf(items).split(incomplete)).toHaveLength(partsOf(items).length + 1);
	});

	it('says what is missing in any item of a part', () => {
		const items = [undefined, 'Page 2 failed', 'Page 3 failed'].map((incomplete) => ({
			...{ name: 'Ada', followers: 1 },
			...(incomplete !== undefined && { incomplete }),
		}));
		expect(linesOf(items).slice(0, 2)).toEqual(['Page 2 failed', 'Page 3 failed']);
	});
});

describe('items', () => {
	it('that are rows of a kind form one part, at the position of the first one', () => {
		const comment = { text: 'x', author: 'bob' };
		const creator = { name: 'Ada', followers: 1 };
		const parts = partsOf([comment, { foo: 1 }, creator, comment, { foo: 1 }, creator, comment]);
		expect(parts.map(([, title]) => title)).toEqual([
			'3 comments',
			'Result',
			'2 creators',
			'Result',
		]);
	});

	it('that are flagged belong to the only screening, also before it', () => {
		expect(partsOf([flaggedOf('One'), screeningOf('ada'), flaggedOf('Two')])).toEqual([
			['Screening', 'ada', 'One', 'Two'],
		]);
	});

	it('that are flagged belong to the screening whose job they name, or stand alone', () => {
		const job = (id: number, more = {}) => ({ job: { type: 'screening', id, ...more } });
		const finished = { state: 'finished' };
		expect(
			partsOf([
				flaggedOf('One', job(2)),
				screeningOf('ada', job(1, finished)),
				screeningOf('bob', job(2, finished)),
				screeningOf('cy', { jobId: 3 }),
				flaggedOf('Two', job(2)),
				flaggedOf('Three', { jobId: 3 }),
				flaggedOf('Four'),
			]),
		).toEqual([
			['Screening', 'bob', 'One', 'Two'],
			['Screening', 'ada'],
			['Screening', 'cy', 'Three'],
			['Flagged posts', '1 flagged post', 'Four'],
		]);
	});

	it('that are flagged stand alone where neither they nor the screenings name a job', () => {
		expect(partsOf([screeningOf('ada'), screeningOf('bob'), flaggedOf('One')])).toEqual([
			['Screening', 'ada'],
			['Screening', 'bob'],
			['Flagged posts', '1 flagged post', 'One'],
		]);
	});
});

describe('the verdict of a report', () => {
	const overlap = { total_followers: 100, unique_followers: 95 };
	const verdictsOf = (items: IDataObject[]) =>
		[...pageOf(items).matchAll(/<p class="verdict \w+">.*?<\/p>/g)].map(([line]) =>
			linesIn(line).join(),
		);

	it('of one part has no title', () => {
		expect(verdictsOf([screeningOf('ada')])).toEqual(['1 post flagged.']);
	});

	it('of several is on all screenings, then of what no table shows', () => {
		const items = [
			screeningOf('ada', { risk_rating: 'HIGH' }),
			overlap,
			screeningOf('bob', { risk_rating: 'NONE' }),
		];
		expect(verdictsOf(items)).toEqual([
			'2 rated creators: 1 clear, 1 high risk.',
			expect.stringMatching(/^Audience overlap: Audience overlap The audiences hardly overlap/),
		]);
	});
});

it('a report of a thousand has the ten with the highest risk open, and in detail', () => {
	const screenings = times(1_000, (at) =>
		screeningOf(`n${at}`, { risk_rating: at % 100 === 7 ? 'HIGH' : 'NONE' }),
	);
	const items = [...screenings, { foo: 1 }];
	const lines = linesOf(items);
	expect(lines[0]).toBe('1,000 rated creators: 990 clear, 10 high risk.');
	const riskiest = times(10, (at) => `n${at * 100 + 7}`);
	expect(below(lines, 'Comparison: highest risk').slice(1, 11)).toEqual(
		riskiest.map((name) => `${name} | High | High risk: 1 post flagged.`),
	);
	expect(lines).toContain('The other 990');
	expect(lines).toContain(
		'The report shows 11 of 1,001 results in detail. The items contain all of them.',
	);
	expect(partsOf(items).map(([, title]) => title)).toEqual(['Result', ...riskiest]);
});

it('a report of many other results shows thirty of them', () => {
	const items = times(33, (foo) => ({ foo }));
	expect(partsOf(items)).toHaveLength(30);
	expect(linesOf(items)).toContain(
		'The report shows 30 of 33 results in detail. The items contain all of them.',
	);
});

it('a report whose comparison has all that a search found leaves nothing out', () => {
	const found = ['ada', 'bob'].map((name) => ({ name, url: `https://x.example/${name}` }));
	const lines = linesOf([...found, screeningOf('ada'), screeningOf('bob')]);
	expect(lines).not.toContainEqual(expect.stringContaining('in detail'));
});

describe('the ten of many profiles that need a look most', () => {
	const firstOf = (screenings: IDataObject[]) =>
		below(linesOf(screenings), 'Comparison: highest risk')[1]?.split(' | ')[0];

	it.each<[string, (at: number) => IDataObject]>([
		[
			'with the largest share of flagged posts among equal ratings',
			(at) => ({ risk_rating: 'HIGH', flagged_count: at, content_count: 40 }),
		],
		[
			'with the largest share of flagged posts where there are no ratings',
			(at) => ({ flagged_count: at, content_count: 40 }),
		],
		[
			'with the worst rating, whatever is flagged',
			(at) =>
				at === 30
					? { risk_rating: 'HIGH', flagged_count: 0, content_count: 40 }
					: { risk_rating: 'LOW', flagged_count: 40, content_count: 1 },
		],
	])('begin with the one %s', (_, more) => {
		expect(firstOf(times(31, (at) => screeningOf(`n${at}`, more(at))))).toBe('n30');
	});
});

it('a report says how the flagged posts get into it, if they are not there', () => {
	const hint = expect.stringContaining('Flagged Content: Get Many');
	const screenings = [screeningOf('ada'), screeningOf('bob', { flagged_count: 0 })];
	expect(linesOf(screenings)).toContainEqual(hint);
	expect(linesOf([screeningOf('ada'), flaggedOf('x')])).not.toContainEqual(hint);
	expect(linesOf([screeningOf('bob', { flagged_count: 0 })])).not.toContainEqual(hint);
});
