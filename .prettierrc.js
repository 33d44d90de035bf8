module.exports = {
	arrowParens: 'always',
	endOfLine: 'lf',
	printWidth: 100,
	semi: true,
	singleQuote: true,
	trailingComma: 'all',
	useTabs: true,
	overrides: [
		// The catalogues are tables: an endpoint is a line, where it fits on a screen.
		{
			files: ['nodes/*/catalogue.ts', 'nodes/shared/catalogue/commonFields.ts'],
			options: { printWidth: 120 },
		},
	],
};
