import { placeholders } from '../../../scripts/release/placeholders';

it('names each place that an owner has to fill in', () => {
	const manifest = [
		'{',
		'"repository": { "url": "git+https://git.example/a/b.git" },',
		'"author": {',
		'"name": "Somebody",',
		'"email": "somebody@example.com" } }',
	].join('\n');
	const files = {
		'package.json': manifest,
		'README.md': '# b\n\nThe package is not on npm yet.',
		'credentials/b.ts': "\tdocumentationUrl = 'https://git.example/a/b/blob/HEAD/docs/b.md';",
	};
	expect(placeholders(files).map(({ place }) => place)).toEqual([
		'package.json:2',
		'package.json:4',
		'package.json:5',
		'README.md:3',
		'credentials/b.ts:1',
	]);
});
