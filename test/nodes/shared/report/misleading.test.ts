import { execFileSync } from 'node:child_process';
import { join } from 'node:path';

import type { IDataObject } from 'n8n-workflow';

import { linesOf, pageOf, times } from './pages';

// What once steered a decision wrong, each as a reader meets it.

const url = (name: string) => `https://x.example/${name}`;
const screening = (name: string, more: IDataObject = {}, job: IDataObject = {}): IDataObject => ({
	profile_url: url(name),
	...more,
	job: { type: 'screening', id: `job-${name}`, state: 'finished', ...job },
});
const rated = (name: string, risk_rating: string, flagged: number, checked: number) =>
	screening(name, { risk_rating, flagged_count: flagged, content_count: checked });
const creator = (name: string, more: IDataObject = {}) => ({ name, url: url(name), ...more });
const textOf = (items: IDataObject[]) => linesOf(items).join('\n');
const verdictsOf = (items: IDataObject[]) =>
	[...pageOf(items).matchAll(/<p class="verdict (\w+)">(.*?)<\/p>/g)].map(
		([, tone, text = '']) => `${tone}: ${text.replace(/<[^>]*>/g, '')}`,
	);

describe('the unit of a column', () => {
	const rates = (values: number[], more: IDataObject = {}, key = 'engagement_rate') =>
		textOf(values.map((value, at) => creator(`n${at}`, { [key]: value, ...more })));

	it('is percent for all rows if one value is above 1', () => {
		const text = rates([3.4, 0.4, 0.9, 0.5]);
		for (const rate of ['3.4%', '0.4%', '0.9%', '0.5%']) expect(text).toContain(`| ${rate}`);
		expect(text).not.toMatch(/40\.0%|50\.0%/);
	});

	it.each(['engagement_rate_percent', 'engagement_rate_pct'])(
		'is percent if it is called %s',
		(key) => {
			expect(rates([0.4, 0.9], {}, key)).toContain('| 0.4%');
		},
	);

	it.each([
		['a fraction', 4_000, '| 40.0%'],
		['a percent', 40, '| 0.4%'],
	])('is %s if likes, comments and followers say so', (_, average_likes, rate) => {
		const more = { average_likes, average_comments: 2, follower_count: 10_000 };
		expect(rates([0.4, 0.4], more)).toContain(rate);
	});

	it('is unknown otherwise: the number is shown as received', () => {
		const text = rates([0.0034, 0.4]);
		expect(text).toMatch(/unit unknown/i);
		expect(text).toContain('| 0.0034');
		expect(text).not.toContain('%');
	});

	it('is unknown for a credibility of 1, which is not called high', () => {
		const text = textOf([{ full_name: 'Ada', countries: { DE: 60 }, credibility: 1 }]);
		expect(text).toMatch(/Audience credibility \| 1 Unit unknown/);
		expect(text).not.toMatch(/credibility is high|100\.0%/);
	});
});

describe('a check that failed or is still running', () => {
	const items = [
		rated('ada', 'LOW', 1, 50),
		rated('bob', 'LOW', 0, 50),
		screening('cy', { serviceError: { message: 'Private profile' } }, { state: 'failed' }),
		screening('di', {}, { state: 'pending' }),
	];

	it('is named with its reason, and nothing is green', () => {
		const verdicts = verdictsOf(items);
		expect(verdicts.join('\n')).toMatch(
			/Not checked: cy \(failed: Private profile\), di \(still running\)/,
		);
		expect(verdicts.join('\n')).toMatch(/Low risk: ada \(.*\), bob \(/);
		expect(pageOf(items)).not.toMatch(/class="[^"]*\bgood\b/);
	});

	it.each<[string, IDataObject, RegExp]>([
		[
			'a failed request',
			{ error: 'Rate limit reached', profile_url: url('eve') },
			/eve \(failed: Rate limit reached\)/,
		],
		[
			'a reason of the node',
			screening('eve', {}, { state: 'failed', reason: 'Gone' }),
			/eve \(failed: Gone\)/,
		],
		[
			'a simplified row',
			{ url: url('eve'), jobId: 7, jobState: 'pending' },
			/eve \(still running\)/,
		],
		[
			'a simplified row of a failed job',
			{ url: url('eve'), jobId: 7, jobState: 'failed', jobReason: 'Private' },
			/eve \(failed: Private\)/,
		],
		['a finished job without a rating', screening('eve'), /eve \(the result has no rating\)/],
		[
			'a rating that is none',
			screening('eve', { risk_rating: 'N/A' }),
			/eve \(the result has no rating\)/,
		],
		['nobody that is named', { error: { message: 'No route' } }, /Item 2 \(failed: No route\)/],
	])('is recognised in %s', (_, item, reason) => {
		const page = [rated('ada', 'LOW', 1, 50), item];
		expect(verdictsOf(page).join('\n')).toMatch(reason);
		expect(pageOf(page)).not.toMatch(/class="[^"]*\bgood\b/);
	});

	it('is named beside another check of the same creator, and nothing is green', () => {
		const again = screening('ada', {}, { id: 'again', state: 'failed', reason: 'Gone' });
		const page = [rated('ada', 'LOW', 1, 50), again, rated('bob', 'LOW', 1, 50)];
		expect(verdictsOf(page)[0]).toMatch(/ada \(.*also not checked: failed: Gone\)/);
		expect(pageOf(page)).not.toMatch(/class="[^"]*\bgood\b/);
	});
});

describe('counts', () => {
	it('of no posts are no check', () => {
		const verdicts = verdictsOf([rated('ada', 'NONE', 0, 0)]);
		expect(verdicts).toEqual([expect.stringMatching(/^(?!good).*no posts were checked/i)]);
	});

	it('that contradict each other have no share, and a note', () => {
		const text = textOf([rated('ada', 'LOW', 9, 3)]);
		expect(text).toMatch(/9 posts flagged, 3 checked/);
		expect(text).toMatch(/contradict/);
		expect(text).not.toMatch(/300|9 of 3/);
	});

	it.each<[IDataObject, RegExp]>([
		[
			{ total_comments: 10, purchase_intent_comment_count: 20 },
			/20 comments show purchase intent, 10 analysed: .* contradict/,
		],
		[
			{ total_followers: 500, unique_followers: 600 },
			/500 followers together, the unique reach is 600: .* contradict/,
		],
	])('%j contradict each other, too', (item, text) => {
		expect(verdictsOf([item])).toEqual([expect.stringMatching(/^fair: As received/)]);
		expect(textOf([item])).toMatch(text);
		expect(textOf([item])).not.toContain('%');
	});

	it.each([
		[20, /^Sentiment: the counts contradict each other\nPositive \|.*\| 70\n.* 30\n.* 20$/m],
		[0, /^Sentiment\nPositive \|.*\| 70 \(70\.0%\)$/m],
	])('of moods, %d of them negative, have a share of what they add up to', (negative, drawn) => {
		const moods = { positive_count: 70, neutral_count: 30, negative_count: negative };
		const text = textOf([{ profile_url: url('ada'), total_comment_count: 100, ...moods }]);
		expect(text).toMatch(drawn);
	});

	it('of all comments are not those of the comments in the items', () => {
		const information = { total_comment_count: 40, purchase_intent_comment_count: 10 };
		const comments = times(6, (at) => ({ text: `${at}`, author: 'cy', purchase_intent: at < 3 }));
		const text = textOf([{ profile_url: url('ada'), ...information, comments }]);
		expect(text).toContain('10 of 40 comments (25.0%) show purchase intent');
		expect(text).toContain('The items have 6 of the 40 comments.');
		expect(text).toMatch(/\nPurchase intent \| .* \| 10 \(25\.0%\)/);
	});
});

it('a creator who was screened twice has the more severe rating, and both are named', () => {
	const twice = [
		rated('ada', 'HIGH', 9, 30),
		rated('ada', 'LOW', 1, 30),
		rated('bob', 'LOW', 0, 9),
	];
	const [first = ''] = verdictsOf(twice);
	expect(first).toMatch(/^poor: High risk: ada \(.*low risk/);
	expect(verdictsOf(twice.slice(0, 2))[0]).toMatch(/^poor: High risk.*low risk/);
	const [old, recent] = ['2026-01-05', '2026-03-05'];
	const dated = [
		screening('ada', { risk_rating: 'LOW' }, { id: 1, finishedAt: recent }),
		screening('ada', { risk_rating: 'HIGH' }, { id: 2, finishedAt: old }),
	];
	expect(verdictsOf(dated)).toEqual([
		'poor: High risk: on 5 Jan 2026; also low risk on 5 Mar 2026.',
	]);
});

it('creators are listed by how they are rated, then by how much was flagged', () => {
	const levels = verdictsOf([
		rated('ada', 'NONE', 9, 30),
		rated('bob', 'LOW', 1, 30),
		rated('cy', 'HIGH', 9, 30),
		rated('di', 'VERY_HIGH', 1, 30),
	]).map((text) => text.replace(/^\w+: (.*?):.*/, '$1'));
	expect(levels).toEqual(['Very high risk', 'High risk', 'Low risk', 'Clear']);
});

it('a report says when its data was made, and when it was', () => {
	const at = (name: string, finishedAt: string) =>
		screening(name, { risk_rating: 'LOW' }, { finishedAt });
	const page = pageOf([at('ada', '2026-01-03T10:00:00Z'), at('bob', '2026-02-05T10:00:00Z')]);
	expect(page).toMatch(/Data from 3 Jan 2026 to 5 Feb 2026/);
	expect(page).toContain('Made on 7 Mar 2026, 12:30 UTC');
});

it('a period that was not over when the data was made is told from one that fell', () => {
	const months = [9, 9, 9, 2].map((follower_count, at) => ({
		month: `2025-0${at + 1}`,
		follower_count,
	}));
	const job = { type: 'profileAnalytics', id: 1, state: 'finished', finishedAt: '2025-04-03' };
	expect(textOf([{ profile_url: url('ada'), history: months, job }])).toContain(
		'Apr 2025 is not over yet.',
	);
});

it('a category has one colour in the whole report, and severe ones come first', () => {
	const posts = (job: string, counts: Record<string, number>) =>
		Object.entries(counts).flatMap(([category, count]) =>
			times(count, (at) => ({
				...{ title: `${job} ${category} ${at}`, url: url(`p/${at}`), risks: [{ category }] },
				job: { type: 'screening', id: job },
			})),
		);
	const frequent = {
		ALCOHOL: 9,
		GAMBLING: 8,
		PROFANITY: 7,
		POLITICS: 6,
		TOBACCO: 5,
		HATE_SPEECH: 1,
	};
	const page = pageOf([
		rated('ada', 'HIGH', 36, 90),
		rated('bob', 'HIGH', 9, 90),
		...posts('job-ada', frequent),
		...posts('job-bob', { GAMBLING: 6, ALCOHOL: 2, HATE_SPEECH: 1 }),
	]);
	const rows = [
		...page.matchAll(/<th scope="row">([A-Z][a-z ]+)<\/th><td><span[^>]*><span class="box (\w+)"/g),
	];
	const tones = new Map<string, Set<string>>();
	for (const [, label = '', tone = ''] of rows)
		tones.set(label, (tones.get(label) ?? new Set()).add(tone));
	expect(rows[0]?.[1]).toBe('Hate speech');
	expect([...tones.values()].every(({ size }) => size === 1)).toBe(true);
	expect([...(tones.get('Hate speech') ?? [])]).toEqual(['poor']);
	expect(page).not.toContain('>Other<');
});

describe('what is cut, counted or ranked', () => {
	it('shows the figure that a list is sorted by, and singular forms', () => {
		const post = (title: string, score: number) => ({
			title,
			likes: 1,
			risks: [{ category: 'DRUGS', score }],
		});
		const text = textOf([post('a', 0.2), post('b', 0.9)]);
		expect(text).toMatch(/highest risk first[^]*Risk score 0\.9[^]*Risk score 0\.2/);
		expect(text).toMatch(/\b1 like\b/);
	});
});

it('a date without a zone is that date wherever n8n runs, and an uncertain one is shown as received', () => {
	const dates = [
		'2026-03-01T00:30:00',
		'Mar 1, 2026',
		'2026/03/01',
		'2026-03-01',
		'01.03.2026',
		'01/03/2026',
	];
	const program = `
		const { createReport } = require('./nodes/shared/report/createReport');
		const { runAtOnce } = require('./nodes/shared/values/steps');
		const items = ${JSON.stringify(dates.map((date) => ({ title: 'x', date })))};
		const shown = (zone) => {
			process.env.TZ = zone;
			const { text } = runAtOnce(createReport({ items, title: '', madeAt: 0, withText: true }));
			return [new Date(2026, 1).toISOString(), ...text.match(/(?<=class="details">)[^<]*/g)];
		};
		console.log(JSON.stringify(['Europe/Berlin', 'America/New_York'].map(shown)));`;
	const output = execFileSync(process.execPath, ['--require', 'tsx/cjs', '-e', program], {
		cwd: join(__dirname, '../../../..'),
	}).toString();
	const zones = JSON.parse(output) as string[][];
	expect(zones.map(([midnight]) => midnight.slice(11, 13))).toEqual(['23', '05']);
	for (const [, ...shown] of zones) {
		expect(shown).toEqual([...times(4, () => '1 Mar 2026'), '01.03.2026', '01/03/2026']);
	}
});
