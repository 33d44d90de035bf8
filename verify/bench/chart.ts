import type { Provenance } from '../report/provenance';
import type { Figure } from './figures';

const COUNT = 5_000;
const OURS = 'this package';
const BARS = ['the HTTP Request node', `${OURS}, default settings`, `${OURS}, 100 at once`];
/** A line, not a bar. */
const CEILING = 'a bare loop, 100 at once';

const [LEFT, RIGHT, TOP, LINE] = [250, 640, 56, 34];

/** How many reads of 50 ms a second; `undefined` if they were not measured. */
export function chart(figures: Figure[], { commit, date }: Provenance): string | undefined {
	const perSecond = (label: string) => {
		const time = figures.find(
			(each) => each.label === `${COUNT.toLocaleString('en')} items, time of ${label}`,
		);
		return time && Math.round((COUNT * 1_000) / time.value);
	};
	const ceiling = perSecond(CEILING);
	const bars = BARS.map((name) => ({ name, value: perSecond(name) ?? 0 }));
	if (ceiling === undefined || bars.some(({ value }) => value === 0)) return undefined;
	const at = (value: number) => (LEFT + (value / ceiling) * (RIGHT - LEFT)).toFixed(1);
	const rows = bars.map(({ name, value }, row) => {
		const y = TOP + row * LINE;
		return `<text x="${LEFT - 12}" y="${y + 16}" text-anchor="end">${name}</text>
<rect x="${LEFT}" y="${y}" width="${(Number(at(value)) - LEFT).toFixed(1)}" height="22" rx="3" class="${name.startsWith(OURS) ? 'ours' : 'other'}"/>
<text x="${Number(at(value)) + 8}" y="${y + 16}" class="strong">${value}</text>`;
	});
	const bottom = TOP + bars.length * LINE;
	const said = bars.map(({ name, value }) => `${name} ${value}`).join(', ');
	return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 760 ${bottom + 34}" width="760" role="img" aria-label="Reads a second: ${said}; no node can exceed ${ceiling}">
<style>
text { font: 14px system-ui, sans-serif; fill: #1f2328; }
.strong { font-weight: 600; paint-order: stroke; stroke: #fff; stroke-width: 4px; }
.ours { fill: #2f6feb; }
.other { fill: #9aa4af; }
.small { font-size: 12px; fill: #57606a; }
</style>
<rect width="760" height="${bottom + 34}" rx="8" fill="#fff"/>
<text x="16" y="28" class="strong">Reads a second, of 50 ms each (more is better)</text>
${rows.join('\n')}
<line x1="${RIGHT}" y1="${TOP - 8}" x2="${RIGHT}" y2="${bottom}" stroke="#57606a" stroke-dasharray="4 4"/>
<text x="${RIGHT + 8}" y="${TOP + 16}" class="small">ceiling: ${ceiling},</text>
<text x="${RIGHT + 8}" y="${TOP + 32}" class="small">n8n's bare helper</text>
<text x="16" y="${bottom + 20}" class="small">${COUNT.toLocaleString('en')} items, measured on ${date.slice(0, 10)} at commit ${commit}</text>
</svg>
`;
}
