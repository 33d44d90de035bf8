module.exports = {
	arrowParens: 'always',
	endOfLine: 'lf',
	printWidth: 100,
	semi: true,
	singleQuote: true,
	trailingComma: 'all',
	useTabs: true,
};
