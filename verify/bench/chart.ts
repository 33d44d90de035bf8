import type { Provenance } from '../report/provenance';
import type { Figure } from './figures';

interface Bar {
	label: string;
	value: number;
	shown: string;
	ours: boolean;
}

interface Panel {
	title: string;
	bars: Bar[];
}

const WIDTH = 1000;
const LABELS = 420;
/** What is written behind the longest bar. */
const VALUES = 280;
const BAR = 18;
const GAP = 8;
const TITLE = 34;
const FOOT = 28;

/** Bars for readers of the README, on white and on black. Only what was measured is shown. */
export function chart(
	figures: Figure[],
	{ commit, date, versions, hasLaterParts }: Provenance,
): string {
	const panels = panelsOf(figures);
	let y = 12;
	const parts: string[] = [];
	for (const { title, bars } of panels) {
		const tie = isTie(bars) ? ' (a tie)' : '';
		parts.push(text(16, y + 16, title + tie, 'title'));
		y += TITLE - 8;
		const most = Math.max(...bars.map(({ value }) => value));
		for (const bar of bars) {
			const length = Math.max(2, (bar.value / most) * (WIDTH - LABELS - VALUES));
			parts.push(
				text(LABELS - 10, y + 13, bar.label, 'label'),
				`<rect x="${LABELS}" y="${y}" width="${length.toFixed(1)}" height="${BAR}" rx="3" class="${bar.ours ? 'ours' : 'other'}"/>`,
				text(LABELS + length + 8, y + 13, bar.shown, 'value'),
			);
			y += BAR + GAP;
		}
		y += 14;
	}
	const foot = `Measured ${date.slice(0, 10)} at commit ${commit} with n8n ${versions.n8n} and version ${versions.package} of the package, on one machine${hasLaterParts ? ', parts of it later' : ', in one run'}`;
	parts.push(text(16, y + 10, foot, 'foot'));
	const height = y + FOOT;
	return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" width="${WIDTH}" height="${height}" role="img" aria-label="Measured comparisons">
<style>
text { font: 13px system-ui, sans-serif; fill: #57606a; }
.title { font-weight: 600; font-size: 14px; fill: #1f2328; }
.label { text-anchor: end; }
.foot { font-size: 11px; }
.ours { fill: #2f6feb; }
.other { fill: #9aa4af; }
@media (prefers-color-scheme: dark) { text { fill: #9aa4af; } .title { fill: #e6edf3; } .other { fill: #59636e; } }
</style>
${parts.join('\n')}
</svg>
`;
}

/** Within this of each other, none is faster. */
const TIE = 0.05;

/** Whether the best of ours and the best of the others are as good as the same. */
function isTie(bars: Bar[]): boolean {
	const best = (isOurs: boolean) =>
		Math.max(...bars.filter(({ ours }) => ours === isOurs).map(({ value }) => value));
	const [mine, others] = [best(true), best(false)];
	return Math.abs(mine / others - 1) <= TIE;
}

const BATCHED = 'HTTP Request node, Batching 10 per 1,000 ms, Retry On Fail';

type Value = (id: string) => number | undefined;
type Row = [label: string, isOurs: boolean, value: number | undefined, shown: string];

/** Bars of what was measured. A comparison in which one of them is missing is none. */
const panel = (title: string, rows: Row[]): Panel => {
	const bars = rows.flatMap(([label, ours, value, shown]) =>
		value === undefined ? [] : [{ label, value, shown, ours }],
	);
	return { title, bars: bars.length === rows.length ? bars : [] };
};

function panelsOf(figures: Figure[]): Panel[] {
	const value: Value = (id) => figures.find((figure) => figure.id === id)?.value;
	const fixed = (id: string, digits: number) => value(id)?.toFixed(digits) ?? '?';
	const reads = (label: string, id: string, isOurs: boolean): Row => {
		const ms = value(`throughput.5000.ms.${id}`);
		const rate = ms === undefined ? undefined : 5_000_000 / ms;
		return [label, isOurs, rate, `${rate?.toFixed(0)} a second`];
	};
	const limited = (label: string, id: string, isOurs: boolean): Row => {
		return [label, isOurs, value(id), `${Number(fixed(id, 1))} %`];
	};
	const jobs = (label: string, id: string, isOurs: boolean): Row => {
		const [wall, polls] = [fixed(`${id}.wall`, 2), fixed(`${id}.polls`, 1)];
		const shown = `${wall} x the longest job, ${polls} polls per job`;
		return [label, isOurs, value(`${id}.wall`), shown];
	};
	const rows = (label: string, id: string, isOurs: boolean): Row => {
		const ms = value(`rows.${id}.ms`);
		return [label, isOurs, ms, `${((ms ?? 0) / 1_000).toFixed(1)} s`];
	};
	return [
		panel('5,000 reads that take 50 ms each', [
			reads('HTTP Request node, all at once', 'httpRequest', false),
			reads('this package, default settings', 'byDefault', true),
			reads('this package, 100 at once', 'hundred', true),
		]),
		panel('A service that allows 10 requests a second: of 200 items, these succeed', [
			limited('HTTP Request node, default settings', 'limited.httpRequest', false),
			limited(BATCHED, 'limited.httpRequestBatched', false),
			limited('this package, default settings', 'limitedRetryAfter.ok', true),
		]),
		panel('200 jobs, lengths over three orders of magnitude', [
			jobs('HTTP Request, Wait and IF in a loop', 'jobs.loop', false),
			jobs('Submit and Wait', 'jobs', true),
		]),
		panel('100,000 rows in pages of 1,000', [
			rows('HTTP Request node with pagination, Split Out', 'http', false),
			rows('this package', 'paged', true),
		]),
	].filter(({ bars }) => bars.length > 0);
}

function text(x: number, y: number, content: string, className: string): string {
	const escaped = content.replace(/&/g, '&amp;').replace(/</g, '&lt;');
	return `<text x="${x.toFixed(1)}" y="${y.toFixed(1)}" class="${className}">${escaped}</text>`;
}
