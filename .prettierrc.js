module.exports = {
	arrowParens: 'always',
	endOfLine: 'lf',
	printWidth: 100,
	semi: true,
	singleQuote: true,
	trailingComma: 'all',
	useTabs: true,
	overrides: [
		// The catalogues are tables: an endpoint is a line.
		{ files: 'nodes/*/catalogue.ts', options: { printWidth: 280 } },
	],
};
