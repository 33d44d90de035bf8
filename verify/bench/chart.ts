import type { Provenance } from '../report/provenance';
import type { Figure } from './figures';

type Row = [label: string, owner: 'ours' | 'other', id: string];

interface Panel {
	title: string;
	rows: Row[];
	/** The length of a bar, and what is written behind it. */
	bar(value: number): { length: number; shown: string };
}

const BATCHED = 'HTTP Request node, Batching 10 per 1,000 ms, Retry On Fail';

const PANELS: Panel[] = [
	{
		title: '5,000 reads that take 50 ms each',
		rows: [
			['HTTP Request node, all at once', 'other', 'throughput.5000.ms.httpRequest'],
			['this package, default settings', 'ours', 'throughput.5000.ms.byDefault'],
			['this package, 100 at once', 'ours', 'throughput.5000.ms.hundred'],
		],
		bar: (ms) => ({ length: 1 / ms, shown: `${(5_000_000 / ms).toFixed(0)} a second` }),
	},
	{
		title: 'A service that allows 10 requests a second: of 200 items, these succeed',
		rows: [
			['HTTP Request node, default settings', 'other', 'limited.httpRequest'],
			[BATCHED, 'other', 'limited.httpRequestBatched'],
			['this package, default settings', 'ours', 'limitedRetryAfter.ok'],
		],
		bar: (percent) => ({ length: percent, shown: `${Number(percent.toFixed(1))} %` }),
	},
	{
		title: '200 jobs, lengths over three orders of magnitude',
		rows: [
			['HTTP Request, Wait and IF in a loop', 'other', 'jobs.loop.wall'],
			['Submit and Wait', 'ours', 'jobs.wall'],
		],
		bar: (times) => ({ length: times, shown: `${times.toFixed(2)} x the longest job` }),
	},
	{
		title: '100,000 rows in pages of 1,000',
		rows: [
			['HTTP Request node with pagination, Split Out', 'other', 'rows.http.ms'],
			['this package', 'ours', 'rows.paged.ms'],
		],
		bar: (ms) => ({ length: ms, shown: `${(ms / 1_000).toFixed(1)} s` }),
	},
];

const WIDTH = 1000;
const LABELS = 420;
/** What is written behind the longest bar. */
const VALUES = 280;
const BAR = 18;
const LINE = 26;

/** Bars for readers of the README, on white and on black. Only what was measured is shown. */
export function chart(
	figures: Figure[],
	{ commit, date, versions, hasLaterParts }: Provenance,
): string {
	const values = new Map(figures.map(({ id, value }) => [id, value]));
	const parts: string[] = [];
	let y = 12;
	for (const { title, rows, bar } of PANELS) {
		if (!rows.every(([, , id]) => values.has(id))) continue;
		const bars = rows.map(([label, owner, id]) => {
			return { label, owner, ...bar(values.get(id) ?? 0) };
		});
		const most = Math.max(...bars.map(({ length }) => length));
		parts.push(text(16, y + 16, title, 'title'));
		y += LINE;
		for (const { label, owner, length, shown } of bars) {
			const width = Math.max(2, (length / most) * (WIDTH - LABELS - VALUES));
			parts.push(
				text(LABELS - 10, y + 13, label, 'label'),
				`<rect x="${LABELS}" y="${y}" width="${width.toFixed(1)}" height="${BAR}" rx="3" class="${owner}"/>`,
				text(LABELS + width + 8, y + 13, shown, 'value'),
			);
			y += LINE;
		}
		y += 14;
	}
	const foot = `Measured ${date.slice(0, 10)} at commit ${commit} with n8n ${versions.n8n} and version ${versions.package} of the package, on one machine${hasLaterParts ? ', parts of it later' : ', in one run'}`;
	parts.push(text(16, y + 10, foot, 'foot'));
	const height = y + 28;
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

function text(x: number, y: number, content: string, className: string): string {
	const escaped = content.replace(/&/g, '&amp;').replace(/</g, '&lt;');
	return `<text x="${x.toFixed(1)}" y="${y.toFixed(1)}" class="${className}">${escaped}</text>`;
}
