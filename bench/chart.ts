import type { Figure, Results } from './figures';

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

const WIDTH = 820;
const LABELS = 300;
const BAR = 18;
const GAP = 8;
const TITLE = 34;
const FOOT = 28;

/** Bars for whoever reads the README; it is readable on white and on black. */
export function chart({ figures, date, versions }: Results): string {
	const panels = panelsOf(figures);
	let y = 12;
	const parts: string[] = [];
	for (const { title, bars } of panels) {
		parts.push(text(16, y + 16, title, 'title'));
		y += TITLE - 8;
		const most = Math.max(...bars.map(({ value }) => value));
		for (const bar of bars) {
			const length = Math.max(2, (bar.value / most) * (WIDTH - LABELS - 180));
			parts.push(
				text(LABELS - 10, y + 13, bar.label, 'label'),
				`<rect x="${LABELS}" y="${y}" width="${length.toFixed(1)}" height="${BAR}" rx="3" class="${bar.ours ? 'ours' : 'other'}"/>`,
				text(LABELS + length + 8, y + 13, bar.shown, 'value'),
			);
			y += BAR + GAP;
		}
		y += 14;
	}
	const foot = `Measured ${date.slice(0, 10)} with n8n ${versions.n8n} and version ${versions.package} of the package, in one run on one machine`;
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

function panelsOf(figures: Figure[]): Panel[] {
	const value = (id: string) => figures.find((figure) => figure.id === id)?.value;
	const bar = (
		label: string,
		of: number | undefined,
		shown: (value: number) => string,
		ours: boolean,
	) => (of === undefined ? [] : [{ label, value: of, shown: shown(of), ours }]);
	const perSecond = (items: number, id: string) => {
		const ms = value(`throughput.${items}.ms.${id}`);
		return ms === undefined ? undefined : (items * 1_000) / ms;
	};
	const rate = (of: number) => `${Math.round(of)} a second`;
	const times = (of: number) => `${of.toFixed(2)} x the longest job`;
	const percent = (of: number) => `${Math.round(of)} %`;
	const seconds = (of: number) => `${(of / 1_000).toFixed(1)} s`;
	const panels: Panel[] = [
		{
			title: '5,000 reads that take 50 ms each',
			bars: [
				...bar('HTTP Request node', perSecond(5_000, 'httpRequest'), rate, false),
				...bar('this package, default settings', perSecond(5_000, 'byDefault'), rate, true),
				...bar('this package, 100 at once', perSecond(5_000, 'hundred'), rate, true),
			],
		},
		{
			title: 'A service that allows 10 requests a second: of 200 items, these succeed',
			bars: [
				...bar('HTTP Request node', value('limited.httpRequest'), percent, false),
				...bar('this package, default settings', value('limitedRetryAfter.ok'), percent, true),
			],
		},
		{
			title: '200 jobs, lengths over three orders of magnitude',
			bars: [
				...bar('item by item', value('jobs.oneByOne.wall'), times, false),
				...bar('HTTP Request, Wait and IF in a loop', value('jobs.loop.wall'), times, false),
				...bar('Submit and Wait', value('jobs.wall'), times, true),
			],
		},
		{
			title: '100,000 rows in pages of 1,000',
			bars: [
				...bar('HTTP Request node and Split Out', value('rows.http.ms'), seconds, false),
				...bar('this package', value('rows.paged.ms'), seconds, true),
			],
		},
	];
	return panels.filter(({ bars }) => bars.length > 0);
}

function text(x: number, y: number, content: string, className: string): string {
	const escaped = content.replace(/&/g, '&amp;').replace(/</g, '&lt;');
	return `<text x="${x.toFixed(1)}" y="${y.toFixed(1)}" class="${className}">${escaped}</text>`;
}
