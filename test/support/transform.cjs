const { transform } = require('sucrase');

/** TypeScript to JavaScript, without a check of types: `npm run typecheck` does that. */
module.exports = {
	process(source, filePath) {
		const { code, sourceMap } = transform(source, {
			transforms: ['typescript', 'imports', 'jest'],
			disableESTransforms: true,
			filePath,
			sourceMapOptions: { compiledFilename: filePath },
		});
		return { code, map: sourceMap };
	},
};
