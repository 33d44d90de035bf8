import type { Section, Tone } from '../../../../../nodes/shared/report/document';
import * as charts from '../../../../../nodes/shared/report/render/charts';
import { renderSections } from '../../../../../nodes/shared/report/render/section';
import { times } from '../documents';

const bar = (share: number, tone: Tone, from?: 'right') => charts.bar(share, tone, from).text;

const rendered = (sections: Section[]) => renderSections(sections).text;

/** The markup of a section that takes a whole line. */
const wide = (inner: string) => `<div class="grid"><div class="block wide">${inner}</div></div>`;
const long = (inner: string) =>
	`<div class="grid"><div class="block wide long">${inner}</div></div>`;

const link = 'https://x.example/ada';
const anchor = (text: string) =>
	`<a href="${link}" rel="noopener noreferrer nofollow" target="_blank">${text}</a>`;
const swatch = (tone: string) => `<span class="box key ${tone}"></span>`;
const spans = (texts: string[]) => texts.map((text) => `<span>${text}</span>`).join('');
const timesOf = (texts: string[]) =>
	texts.map((text) => `<span><span>${text}</span></span>`).join('');
const chart = (heights: string[], drawn: string, labels: string[]) =>
	`<div class="chart"><div class="axis">${spans(heights)}</div>${drawn}<div class="times">${timesOf(labels)}</div></div>`;

const heads = (columns: Array<[string, string]>) =>
	columns
		.map(([label, style]) => `<th scope="col" role="columnheader" class="${style}">${label}</th>`)
		.join('');
const table = (title: string, columns: Array<[string, string]>, rows: string[][]) =>
	`<table class="stacked" role="table"><caption>${title}</caption><thead role="rowgroup"><tr role="row">${heads(columns)}</tr></thead><tbody role="rowgroup">${rows.map((cells) => `<tr role="row">${cells.join('')}</tr>`).join('')}</tbody></table>`;
const cell = (content: string, style = '') => `<td role="cell" class="${style}">${content}</td>`;
const named = (label: string, content: string, style = '') =>
	cell(`<span class="label" aria-hidden="true">${label}</span>${content}`, style);

describe('big numbers', () => {
	it('have a label each, and a colour and a note where they are given', () => {
		const section: Section = {
			kind: 'figures',
			figures: [
				{ label: 'Risk <rating>', value: 'High', tone: 'poor', note: 'Of all' },
				{ label: 'Flagged posts', value: '3' },
			],
		};
		expect(rendered([section])).toBe(
			'<dl class="figures"><div class="figure"><dt>Risk &lt;rating&gt;</dt><dd class="text-poor">High<span class="note">Of all</span></dd></div><div class="figure"><dt>Flagged posts</dt><dd class="">3</dd></div></dl>',
		);
	});
});

it('a note is a paragraph', () => {
	expect(rendered([{ kind: 'note', text: 'a < b' }])).toBe('<p class="plain-note">a &lt; b</p>');
});

describe('columns of a level', () => {
	const section = (values: number[]): Section => ({
		kind: 'columns',
		title: 'History',
		series: [{ label: 'Followers', tone: 's1' }],
		columns: values.map((value, at) => ({ label: `<${at}>`, values: [value] })),
		isLevel: true,
	});
	const drawn = (shares: number[], told: string) =>
		charts.columns(
			shares.map((share) => [share]),
			['s1'],
			{ name: `History: ${told}` },
		).text;

	it.each([
		[
			[0, 20_000],
			['20K', '10K', '0'],
			[0, 1],
		],
		// A growth of 2 % looks like one.
		[
			[100, 102],
			['120', '60', '0'],
			[100 / 120, 102 / 120],
		],
		[
			[1, 2],
			['2', '1', '0'],
			[0.5, 1],
		],
		[
			[0, 1],
			['1', '0'],
			[0, 1],
		],
		[
			[8, 8],
			['8', '4', '0'],
			[1, 1],
		],
	])(
		'through %j have the heights %j, and a name that says where they begin and end',
		(values, heights, shares) => {
			const [first, last] = values.map((value) => value.toLocaleString('en'));
			expect(rendered([section(values)])).toBe(
				wide(
					`<h3>History</h3>${chart(heights, drawn(shares, `from ${first} in <0> to ${last} in <1>`), ['&lt;0&gt;', '&lt;1&gt;'])}`,
				),
			);
		},
	);

	it('name four times at most, each below its column', () => {
		expect(rendered([section(times(7, (at) => at))])).toContain(
			`<div class="times">${timesOf(['&lt;0&gt;', '', '&lt;2&gt;', '', '&lt;4&gt;', '', '&lt;6&gt;'])}</div>`,
		);
	});
});

describe('columns of counts', () => {
	const columns = [
		{ label: '1 Jan', values: [2, 1] },
		{ label: '2 Jan', values: [0, 1] },
	];
	const series = [
		{ label: 'Positive', tone: 'good' as const },
		{ label: 'Negative', tone: 'poor' as const },
	];
	const section: Section = { kind: 'columns', title: 'Over time', series, columns };

	it('have an even height and a legend', () => {
		const name = 'Over time: Positive 2, Negative 2, from 1 Jan to 2 Jan';
		const shares = [
			[0.5, 0.25],
			[0, 0.25],
		];
		const drawn = charts.columns(shares, ['good', 'poor'], { name }).text;
		const legend = `<ul class="legend"><li>${swatch('good')}Positive</li><li>${swatch('poor')}Negative</li></ul>`;
		expect(rendered([section])).toBe(
			wide(`<h3>Over time</h3>${chart(['4', '2', '0'], drawn, ['1 Jan', '2 Jan'])}${legend}`),
		);
	});

	it.each([
		[[1, 1], ['1', '0'], [[1], [1]], 2],
		[[0, 0], ['1', '0'], [[0], [0]], 0],
		[[1, 2], ['2', '1', '0'], [[0.5], [1]], 3],
		[[3, 2], ['4', '2', '0'], [[0.75], [0.5]], 5],
	])('of one series with %j need no legend', (values, heights, shares, total) => {
		const only = { ...section, series: series.slice(0, 1) };
		const few = values.map((value, at) => ({ label: `${at}`, values: [value] }));
		const name = `Over time: Positive ${total}, from 0 to 1`;
		expect(rendered([{ ...only, columns: few }])).toBe(
			wide(
				`<h3>Over time</h3>${chart(heights, charts.columns(shares, ['good'], { name }).text, ['0', '1'])}`,
			),
		);
	});

	it('say that the last period is not over', () => {
		const page = rendered([{ ...section, isLastOpen: true }]);
		expect(page).toContain('<span class="box-column open">');
		expect(page).toContain('<p class="more">2 Jan is not over yet.</p>');
		expect(rendered([section])).not.toMatch(/open|not over/);
	});

	it('count what a column lacks as nothing', () => {
		expect(rendered([{ ...section, columns: [{ label: '1 Jan', values: [2] }] }])).toContain(
			'Over time: Positive 2, Negative 0, from 1 Jan to 1 Jan',
		);
	});
});

describe('bars', () => {
	const row = (label: string, drawn: string, text: string) =>
		`<tr><th scope="row">${label}</th><td>${drawn}</td><td class="number">${text}</td></tr>`;
	const bars = (rows: string[]) =>
		wide(
			`<table class="bars"><caption>Countries<span class="hidden">, share of all</span></caption><tbody>${rows.join('')}</tbody></table>`,
		);
	const section = { kind: 'bars' as const, title: 'Countries', what: 'Share of all' };
	const all = [
		{ label: 'Ada', value: 20, text: '20.0%', link },
		{ label: '<b>', value: 5, text: '5.0%', tone: 'good' as const },
	];

	it('are parts of the longest', () => {
		expect(rendered([{ ...section, bars: all }])).toBe(
			bars([
				row(anchor('Ada'), bar(1, 's1'), '20.0%'),
				row('&lt;b&gt;', bar(0.25, 'good'), '5.0%'),
			]),
		);
	});

	it('of nothing have no length', () => {
		expect(rendered([{ ...section, bars: [{ label: 'Ada', value: 0, text: '0' }] }])).toBe(
			bars([row('Ada', bar(0, 's1'), '0')]),
		);
	});
});

describe('parts of a whole', () => {
	const slices = (values: number[]) => [
		{ label: 'Positive', value: values[0] ?? 0, tone: 'good' as const },
		{ label: 'Negative', value: values[1] ?? 0, tone: 'poor' as const },
	];
	const item = (key: string, label: string, count: string, share: string) =>
		`<li>${key}<span class="name">${label}</span>${count} <b>${share}</b></li>`;
	const count = (text: string) => `<span class="count">${text}</span>`;
	const drawn = ([one = 0, two = 0]: number[], told: string) =>
		charts.split(
			[
				{ share: one, tone: 'good' },
				{ share: two, tone: 'poor' },
			],
			`Mood: ${told}`,
		).text;

	it('that are counted have their counts and shares', () => {
		expect(rendered([{ kind: 'split', title: 'Mood', slices: slices([1_500, 500]) }])).toBe(
			wide(
				`<h3>Mood</h3>${drawn([0.75, 0.25], 'Positive 75.0%, Negative 25.0%')}<ul class="parts">${item(swatch('good'), 'Positive', count('1,500'), '75.0%')}${item(swatch('poor'), 'Negative', count('500'), '25.0%')}</ul>`,
			),
		);
	});

	it.each([
		[[60, 40], '', '', 0.6, '60.0%', 0.4, '40.0%'],
		[[60, 39], '', '', 0.606, '60.6%', 0.394, '39.4%'],
		[[60, 41], '', '', 0.594, '59.4%', 0.406, '40.6%'],
		[[1.5, 0.5], '', '', 0.75, '75.0%', 0.25, '25.0%'],
		[[1.5, 3], '', '', 0.333, '33.3%', 0.667, '66.7%'],
		[[49, 49], count('49'), count('49'), 0.5, '50.0%', 0.5, '50.0%'],
		[[51, 51], count('51'), count('51'), 0.5, '50.0%', 0.5, '50.0%'],
		[[0, 0], count('0'), count('0'), 0, '0.0%', 0, '0.0%'],
	])('of %j show counts only where they are some', (values, one, two, share, text, rest, other) => {
		expect(rendered([{ kind: 'split', title: 'Mood', slices: slices(values) }])).toBe(
			wide(
				`<h3>Mood</h3>${drawn([share, rest], `Positive ${text}, Negative ${other}`)}<ul class="parts">${item(swatch('good'), 'Positive', one, text)}${item(swatch('poor'), 'Negative', two, other)}</ul>`,
			),
		);
	});
});

describe('a pyramid', () => {
	const pyramid = (rows: string) =>
		wide(
			`<table class="pyramid"><caption>Ages</caption><thead><tr><th scope="col" colspan="2" class="side">Female 60.0%</th><th scope="col">Age</th><th scope="col" colspan="2">Male 40.0%</th></tr></thead><tbody>${rows}</tbody></table>`,
		);
	const section = {
		kind: 'pyramid' as const,
		title: 'Ages',
		left: 'Female 60.0%',
		right: 'Male 40.0%',
	};

	it('has both sides in one measure', () => {
		const rows = [
			{ label: '18-24', left: 10, right: 40 },
			{ label: '25+', left: 20.55, right: 0 },
		];
		expect(rendered([{ ...section, rows }])).toBe(
			pyramid(
				`<tr><td class="number">10.0%</td><td>${bar(0.25, 's2', 'right')}</td><th scope="row">18-24</th><td>${bar(1, 's1')}</td><td class="number">40.0%</td></tr><tr><td class="number">20.6%</td><td>${bar(0.51375, 's2', 'right')}</td><th scope="row">25+</th><td>${bar(0, 's1')}</td><td class="number">0.0%</td></tr>`,
			),
		);
	});

	it('of nothing has no lengths', () => {
		expect(rendered([{ ...section, rows: [{ label: '18-24', left: 0, right: 0 }] }])).toBe(
			pyramid(
				`<tr><td class="number">0.0%</td><td>${bar(0, 's2', 'right')}</td><th scope="row">18-24</th><td>${bar(0, 's1')}</td><td class="number">0.0%</td></tr>`,
			),
		);
	});
});

describe('a matrix', () => {
	const matrix = (rows: string) =>
		long(
			`<div class="scroll"><table class="matrix"><caption>Shared</caption><thead><tr><td></td><th scope="col">@ada</th><th scope="col">@bob</th></tr></thead><tbody>${rows}</tbody></table></div>`,
		);
	const section = { kind: 'matrix' as const, title: 'Shared', names: ['@ada', '@bob'] };

	it('is darker where more is shared', () => {
		const cells = [
			[undefined, 40],
			[10, 11],
			[0, undefined],
		];
		expect(rendered([{ ...section, cells }])).toBe(
			matrix(
				'<tr><th scope="row">@ada</th><td>\u2013</td><td class="m4">40.0%</td></tr><tr><th scope="row">@bob</th><td class="m1">10.0%</td><td class="m2">11.0%</td></tr><tr><th scope="row"></th><td class="m1">0.0%</td><td></td></tr>',
			),
		);
	});

	it('has as many cells as there are', () => {
		const cells = Array.from({ length: 400 }, () => Array<number>(400).fill(7));
		expect(rendered([{ ...section, cells }]).split('<td class="m4">')).toHaveLength(160_001);
	});

	it('of many has numbers above its columns', () => {
		const names = times(7, (at) => `@n${at}`);
		const page = rendered([{ ...section, names, cells: names.map(() => []) }]);
		expect(page).toContain('<th scope="col">7</th></tr>');
		expect(page).toContain('<th scope="row">7 @n6</th>');
	});

	it('of nothing is light', () => {
		expect(rendered([{ ...section, cells: [[undefined, 0]] }])).toBe(
			matrix('<tr><th scope="row">@ada</th><td>\u2013</td><td class="m1">0.0%</td></tr>'),
		);
	});
});

describe('entries', () => {
	it('show what there is of each', () => {
		const section: Section = {
			kind: 'entries',
			title: 'Posts',
			entries: [
				{
					title: 'A <b>',
					text: 'Long',
					link,
					details: ['bob', '3 likes'],
					tags: [
						{ text: 'Alcohol', tone: 'poor' },
						{ text: 'Sponsored', tone: 'quiet' },
					],
				},
				{ text: 'Only text', link, details: ['bob'], tags: [] },
				{ title: 'Only title', details: [], tags: [{ text: 'Positive', tone: 'good' }] },
				{ details: [], tags: [] },
			],
			more: 1_200,
		};
		expect(rendered([section])).toBe(
			long(
				`<h3>Posts</h3><ul class="entries"><li><p class="title">${anchor('A &lt;b&gt;')}</p><p class="text">Long</p><p class="details">bob \u00b7 3 likes</p><p class="tags"><span class="tag text-poor">Alcohol</span><span class="tag text-quiet">Sponsored</span></p></li><li><p class="text">${anchor('Only text')}</p><p class="details">bob</p></li><li><p class="title">Only title</p><p class="tags"><span class="tag text-good">Positive</span></p></li><li></li></ul><p class="more">and 1,200 more</p>`,
			),
		);
	});

	it('may be folded', () => {
		const section: Section = {
			kind: 'entries',
			title: '<3>',
			entries: [],
			more: 0,
			isFolded: true,
		};
		expect(rendered([section])).toBe(
			long('<details><summary>&lt;3&gt;</summary><ul class="entries"></ul></details>'),
		);
	});

	it('say nothing of more where there are none', () => {
		expect(rendered([{ kind: 'entries', title: 'Posts', entries: [], more: 0 }])).toBe(
			long('<h3>Posts</h3><ul class="entries"></ul>'),
		);
	});
});

describe('a table', () => {
	const section: Section = {
		kind: 'table',
		title: 'Creators',
		columns: [{ label: 'Name' }, { label: 'Likes', numeric: true }, { label: 'Note' }],
		rows: [
			[{ text: 'Ada', link }, { text: '3' }, { text: 'High', tone: 'poor' }],
			[{ text: 'x'.repeat(25) }, { text: '' }, { text: `a ${'y'.repeat(25)}` }],
			[{ text: '' }, { text: '1'.repeat(25) }, { text: `${'z'.repeat(24)} ${'z'.repeat(24)}` }],
			[{ text: 'a' }, { text: '1' }, { text: 'b' }, { text: 'beyond' }],
		],
		more: 2,
	};

	it('has the label of its column in each cell, a place to break long words, and links', () => {
		const head: Array<[string, string]> = [
			['Name', ''],
			['Likes', 'number'],
			['Note', ''],
		];
		const rows = [
			[
				cell(anchor('Ada')),
				named('Likes', '3', 'number'),
				named('Note', '<span class="tag text-poor">High</span>'),
			],
			[
				cell('x'.repeat(25), 'breaks'),
				cell('', 'number'),
				named('Note', `a ${'y'.repeat(25)}`, 'breaks'),
			],
			[
				cell(''),
				named('Likes', '1'.repeat(25), 'number'),
				named('Note', `${'z'.repeat(24)} ${'z'.repeat(24)}`),
			],
			[cell('a'), named('Likes', '1', 'number'), named('Note', 'b'), named('', 'beyond')],
		];
		expect(rendered([section])).toBe(
			long(`${table('Creators', head, rows)}<p class="more">and 2 more</p>`),
		);
	});
});

it('a table may be folded, and have bars below its shares', () => {
	const columns = [{ label: 'Name' }, { label: 'Shared', numeric: true }];
	const rows = [[{ text: 'Ada' }, { text: '20.0%', share: 20 }]];
	const section = { kind: 'table' as const, title: 'Others', columns, rows, more: 0 };
	const page = rendered([{ ...section, isFolded: true }]);
	expect(page).toContain(
		'<details><summary>Others</summary><table class="stacked" role="table"><thead',
	);
	expect(page).toContain(`<span class="share">20.0%${bar(0.2, 's1')}</span>`);
});

it('facts of a group stand below its name', () => {
	const fact = (label: string, group?: string) => ({ group, label, cell: { text: '1' } });
	const facts = [fact('A'), fact('B', 'Pricing'), fact('C', 'Pricing'), fact('D', 'Other')];
	const page = rendered([{ kind: 'facts', title: 'Fields', facts, more: 0 }]);
	expect(page.match(/<th[^>]*>\w+/g)?.map((each) => each.replace(/<th[^>]*>/, ''))).toEqual([
		'A',
		'Pricing',
		'B',
		'C',
		'Other',
		'D',
	]);
});

it('facts are names and values', () => {
	const section: Section = {
		kind: 'facts',
		title: 'Fields',
		facts: [
			{ label: 'Site', cell: { text: 'here', link } },
			{ label: 'Rating', cell: { text: 'Low', tone: 'good' } },
		],
		more: 1,
	};
	expect(rendered([section])).toBe(
		long(
			`<table class="facts"><caption>Fields</caption><tbody><tr><th scope="row">Site</th><td>${anchor('here')}</td></tr><tr><th scope="row">Rating</th><td><span class="tag text-good">Low</span></td></tr></tbody></table><p class="more">and 1 more</p>`,
		),
	);
});

describe('the order of sections', () => {
	const note = (text: string): Section => ({ kind: 'note', text });
	const figures: Section = { kind: 'figures', figures: [] };
	const bars = (title: string): Section => ({ kind: 'bars', title, what: '', bars: [] });
	const split = (title: string): Section => ({ kind: 'split', title, slices: [] });
	const pyramid = (title: string): Section => ({
		kind: 'pyramid',
		title,
		left: '',
		right: '',
		rows: [],
	});
	const columns = (title: string): Section => ({ kind: 'columns', title, series: [], columns: [] });
	const facts = (title: string): Section => ({ kind: 'facts', title, facts: [], more: 0 });
	const matrix = (title: string): Section => ({ kind: 'matrix', title, names: [], cells: [] });

	/** The rows of the page: notes by their text, blocks by title and width. */
	const outline = (sections: Section[]) =>
		rendered(sections)
			.split(/(?=<div class="grid">|<dl|<p class="plain-note">)/)
			.map((row) =>
				row.startsWith('<div class="grid">')
					? [...row.matchAll(/class="block([^"]*)">.*?<(?:h3|caption)>([^<]*)/g)]
							.map(([, width, title]) => `${title}${width}`)
							.join(', ')
					: row.replace(/<[^>]*>/g, '') || 'figures',
			);

	it('gives notes and big numbers rows of their own, and the rest a grid', () => {
		expect(
			outline([note('one'), note('two'), figures, bars('a'), split('b'), figures, bars('c')]),
		).toEqual(['one', 'two', 'figures', 'a, b', 'figures', 'c wide']);
	});

	it('puts halves side by side in pairs', () => {
		expect(
			outline([bars('a'), split('b'), pyramid('c'), columns('d'), columns('e'), bars('f')]),
		).toEqual(['a, b, c, d, e, f']);
	});

	it.each([
		['columns', [bars('a'), split('b'), columns('c')], 'c wide, a, b'],
		['else the first', [bars('a'), split('b'), bars('c')], 'a wide, b, c'],
	])('widens one of an odd number of halves: %s', (_, sections, text) => {
		expect(outline(sections)).toEqual([text]);
	});

	it('counts halves between what takes a whole line', () => {
		expect(
			outline([
				bars('a'),
				facts('b'),
				matrix('c'),
				bars('d'),
				columns('e'),
				facts('f'),
				split('g'),
			]),
		).toEqual(['a wide, b wide long, c wide long, d, e, f wide long, g wide']);
	});
});
