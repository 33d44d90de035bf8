// As the tests transform the code, with one constant changed.
const { createHash } = require('node:crypto');
const { resolve } = require('node:path');

const { process: transpile } = require('../../../test/support/jest/transform.cjs');

const { file, start, end, value } = JSON.parse(process.env.CHANGED_CONSTANT);

const changed = (source, path) =>
	path === resolve(file) ? `${source.slice(0, start)}${value}${source.slice(end)}` : source;

module.exports = {
	process: (source, path) => transpile(changed(source, path), path),
	getCacheKey: (source, path) =>
		createHash('sha256').update(path).update(changed(source, path)).digest('hex'),
};
