import { anchorsOf, brokenLinks, linkCount } from '../../../scripts/release/links';

const PAGES: Record<string, string> = {
	'docs/money.md': '# Cost\n\n## All endpoints\n\n## What it _may_ cost\n\n## All endpoints\n',
	'docs/images/a.png': '',
};
const broken = (readme: string) => brokenLinks(readme, (path) => PAGES[path]);

it('counts links and pictures', () => {
	expect(linkCount('[a](b) <img src="c"> ![d](e)\n```\n[f](g)\n```')).toBe(3);
});

it('makes anchors as GitHub does', () => {
	expect([...anchorsOf(PAGES['docs/money.md'])]).toEqual([
		'cost',
		'all-endpoints',
		'what-it-may-cost',
		'all-endpoints-1',
	]);
	expect(anchorsOf('## How to get a `Get` back: [here](x.md), e.g.')).toEqual(
		new Set(['how-to-get-a-get-back-here-eg']),
	);
	expect(anchorsOf('```\n# no heading\n```\n')).toEqual(new Set());
});

it.each<[string, string[]]>([
	['[a](docs/money.md) [b](docs/money.md#all-endpoints)', []],
	['## Own\n[a](#own) <a href="docs/images/a.png"><img src="docs/images/a.png"></a>', []],
	['[a](https://n8n.io) [b](mailto:a@example.com)', []],
	['```\n[a](docs/none.md)\n```', []],
	['[a](docs/none.md)', ['docs/none.md is not in the repository']],
	['![a](docs/images/b.png)', ['docs/images/b.png is not in the repository']],
	['[a](docs/money.md#price)', ['docs/money.md#price leads to no heading']],
	['[a](#own)', ['#own leads to no heading']],
	['[a](http://localhost:5678)', ['http://localhost:5678 is no address that all can open']],
	['<img src="file:///tmp/a.png">', ['file:///tmp/a.png is no address that all can open']],
])('%s', (readme, expected) => {
	expect(broken(readme)).toEqual(expected);
});
