import axe from 'axe-core';
import { type Browser, chromium, type Page } from 'playwright-core';
import type { IDataObject } from 'n8n-workflow';

import { createReport } from '../../nodes/shared/report/createReport';
import { runAtOnce } from '../../nodes/shared/values/steps';
import { findChromium } from '../../scripts/system/chromium';
import { ARGUMENTS } from './support/browser';

// The letters of a report come from the machine, so that pictures differ from one to the next: what is compared are
// the boxes that the browser measures.

const madeAt = Date.UTC(2026, 2, 7, 12);
const times = <T>(count: number, make: (at: number) => T): T[] =>
	Array.from({ length: count }, (_, at) => make(at));
const day = (at: number) => new Date(madeAt - at * 86_400_000).toISOString();

const creator = (at: number): IDataObject => ({
	full_name: `Creator with a longer name ${at}`,
	platform_username: `creator_with_a_long_handle_${at}`,
	url: `https://pictura.example/creator_with_a_long_handle_${at}`,
	work_platform: { name: ['Pictura', 'Professional', 'Chirrup'][at % 3] },
	country: ['United Kingdom', 'Germany', 'India'][at % 3],
	follower_count: 5_000_000 - at * 4_000,
	engagement_rate: 0.01 + (at % 90) / 1000,
});
const screening = (at: number): IDataObject => ({
	profile_url: `https://pictura.example/creator_with_a_long_handle_${at}`,
	report_summary: {
		risk_rating: ['NONE', 'LOW', 'MEDIUM', 'HIGH'][at % 4],
		total_content_count: 40,
		flagged_content_count: (at % 4) * 5,
		flagged_categories: at % 4 === 0 ? {} : { ALCOHOL: 3, HATE_SPEECH: 1 },
	},
	job: { type: 'screening', id: `s${at}`, state: 'finished' },
});
const flagged = (at: number, of: number): IDataObject => ({
	title: `A post about something ${at}`,
	description: 'Some notes on this and that. Tell me what you think about all of it.',
	url: `https://pictura.example/p/${at}`,
	published_at: day(at * 9),
	risks: [{ category: ['ALCOHOL', 'HATE_SPEECH', 'DRUGS'][at % 3], reason: 'Shows it', score: 1 }],
	job: { type: 'screening', id: `s${of}` },
});
const mention = (at: number): IDataObject => ({
	text: `What I think of it, number ${at}`,
	sentiment: ['POSITIVE', 'NEUTRAL', 'NEGATIVE'][at % 3],
	published_at: day(at < 20 ? 3 : at % 16),
	platform_username: `author_${at}`,
	work_platform: { name: ['Pictura', 'Chirrup'][at % 2] },
	follower_count: 1000 * at,
	like_count: at,
});
const overlap = (count: number): IDataObject => ({
	total_follower_count: 1_000_000,
	unique_follower_count: 700_000,
	profiles: times(count, (at) => ({
		...creator(at),
		overlap_percentage: 10 + at,
		unique_percentage: 90 - at,
	})),
});
const analytics: IDataObject = {
	profile: creator(1),
	reputation_history: times(12, (at) => ({
		month: `${at < 9 ? 2025 : 2026}-${String(((at + 3) % 12) + 1).padStart(2, '0')}`,
		follower_count: 1_600_000 + at * 6_000,
	})),
	audience: {
		countries: { 'United States of America': 40, Germany: 17, India: 13.2 },
		interests: { 'Business & Careers': 30, Fashion: 17 },
		gender_age_distribution: ['13-17', '18-24', '25-34', '65-'].flatMap((age_range, at) =>
			['FEMALE', 'MALE'].map((gender, side) => ({ gender, age_range, value: 10 + at + side })),
		),
		credibility_score: 0.7,
	},
	top_contents: times(5, (at) => ({ title: `Post ${at}`, like_count: at })),
	pricing: { currency: 'USD', post_type: { image: { min: 8372, max: 16_744 } } },
};
const intent: IDataObject = {
	profile_url: 'https://pictura.example/ada',
	report_information: { total_comment_count: 60, purchase_intent_comment_count: 20, score: 33.3 },
	comments: times(60, (at) => ({ ...mention(at), purchase_intent: at % 3 === 0 })),
};

const REPORTS: Record<string, IDataObject[]> = {
	analytics: [analytics],
	shortlist: [
		...times(4, creator),
		overlap(4),
		...times(4, screening),
		...times(14, (at) => flagged(at, 3)),
	],
	listening: times(90, mention),
	comments: [intent],
	creator: [
		screening(3),
		...times(14, (at) => flagged(at, 3)),
		{ ...intent, profile_url: creator(3).url },
	],
	unchecked: [
		...times(3, screening),
		{ job: { type: 'screening', id: 'x', state: 'failed', reason: 'Private profile' } },
		{ error: { message: 'The service did not respond' } },
	],
	overlap: [overlap(12)],
	creators: times(1000, creator),
	screenings: times(1000, screening),
};
const pages = Object.fromEntries(
	Object.entries(REPORTS).map(([name, items]) => [
		name,
		String(runAtOnce(createReport({ items, title: '', madeAt, withText: false })).file.bytes),
	]),
);

let browser: Browser;
beforeAll(async () => {
	browser = await chromium.launch({ executablePath: findChromium(), args: ARGUMENTS });
});
afterAll(async () => await browser.close());

async function look<T>(
	report: string,
	{ width, scheme = 'light' }: { width: number; scheme?: 'light' | 'dark' },
	seen: (page: Page) => Promise<T>,
): Promise<T> {
	const page = await browser.newPage({
		...{ viewport: { width, height: 900 }, colorScheme: scheme },
		// The page runs no scripts: axe comes from outside.
		bypassCSP: true,
	});
	await page.setContent(pages[report] ?? '');
	try {
		return await seen(page);
	} finally {
		await page.close();
	}
}

interface Box {
	name: string;
	left: number;
	right: number;
	top: number;
	bottom: number;
}

/** All boxes of elements, in the order of the page. */
const boxesOf = async (page: Page, selector: string): Promise<Box[]> =>
	await page.evaluate(`[...document.querySelectorAll(${JSON.stringify(selector)})].map((each) => {
		const { left, right, top, bottom } = each.getBoundingClientRect();
		return { name: each.tagName + '.' + each.className + ' ' + each.textContent.slice(0, 30), left, right, top, bottom };
	})`);

const WIDTHS = [360, 1280];
/** Without what is folded, and what only screen readers see. */
const VISIBLE = 'main *:not(details *, thead, thead *, .hidden, .hidden *)';

describe.each(Object.keys(REPORTS))('the report %s', (report) => {
	it.each(WIDTHS)(
		'does not overflow at %d pixels, and is the same in light and dark',
		async (width) => {
			const seen = async (scheme: 'light' | 'dark') =>
				await look(report, { width, scheme }, async (page) => ({
					width: await page.evaluate('document.documentElement.scrollWidth'),
					boxes: await boxesOf(page, VISIBLE),
				}));
			const [light, dark] = [await seen('light'), await seen('dark')];
			expect(light.width).toBe(width);
			expect(light.boxes.filter(({ left, right }) => left < 0 || right > width + 0.5)).toEqual([]);
			expect(dark.boxes).toEqual(light.boxes);
		},
	);

	it('is short enough to read, and small enough to mail', async () => {
		const height = await look(
			report,
			{ width: 1280 },
			async (page) => await page.evaluate<number>('document.documentElement.scrollHeight'),
		);
		expect(height).toBeLessThan(6000);
		expect(Buffer.byteLength(pages[report] ?? '')).toBeLessThan(2_000_000);
	});

	// axe measures the contrast of texts, too.
	it.each<[number, 'light' | 'dark', 'screen' | 'print']>([
		[360, 'light', 'screen'],
		[1280, 'dark', 'screen'],
		[794, 'light', 'print'],
	])('has no barrier that axe finds at %d pixels, %s, on %s', async (width, scheme, media) => {
		const barriers = await look(report, { width, scheme }, async (page) => {
			await page.emulateMedia({ media, colorScheme: scheme });
			await page.evaluate(axe.source);
			return await page.evaluate<string[]>(BARRIERS);
		});
		expect(barriers).toEqual([]);
	});

	it.each(WIDTHS)('draws boxes in proportion to their values at %d pixels', async (width) => {
		const wrong = await look(report, { width }, async (page) => await page.evaluate(DISTORTED));
		expect(wrong).toEqual([]);
	});
});

/** What axe finds, with the first place of each. */
const BARRIERS =
	'axe.run(document).then(({ violations }) => violations.map(({ id, nodes }) => id + ": " + nodes[0].html.slice(0, 120)))';

/** Boxes whose length is not the share that they stand for, or that do not begin at zero. */
const DISTORTED = `[...document.querySelectorAll('.box[style]')].filter((box) => box.checkVisibility()).filter((box) => {
	const side = box.style.width === '' ? 'height' : 'width';
	const share = Number.parseFloat(box.style[side]) / 100;
	const [own, whole] = [box, box.parentElement].map((each) => each.getBoundingClientRect());
	const isLowest = side === 'width' || box !== box.parentElement.firstElementChild || Math.abs(own.bottom - whole.bottom) < 0.5;
	return Math.abs(own[side] - share * whole[side]) > 1 || !isLowest;
}).map((box) => box.parentElement.className + ' ' + box.getAttribute('style'))`;

describe.each(['analytics', 'listening', 'comments'])('the columns of the report %s', (report) => {
	it.each(WIDTHS)('are aligned above their dates at %d pixels', async (width) => {
		const [columns, labels] = await look(report, { width }, async (page) => [
			await boxesOf(page, '.box-column'),
			await boxesOf(page, '.times > span > span'),
		]);
		expect(labels).toHaveLength(columns.length);
		const shown = labels
			.map((label, at) => ({ ...label, column: columns[at], width: label.right - label.left }))
			.filter((label) => label.width > 0);
		expect(shown.length).toBeGreaterThan(1);
		const middle = ({ left, right }: Pick<Box, 'left' | 'right'>) => (left + right) / 2;
		for (const [at, label] of shown.entries()) {
			const { left, right } = label.column ?? { left: NaN, right: NaN };
			const isBelow =
				at === 0
					? Math.abs(label.left - left)
					: at === shown.length - 1
						? Math.abs(label.right - right)
						: Math.abs(middle(label) - middle({ left, right }));
			expect([label.name, isBelow < 1]).toEqual([label.name, true]);
			expect(label.left).toBeGreaterThan(shown[at - 1]?.right ?? -Infinity);
		}
	});
});
