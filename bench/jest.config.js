const base = require('../jest.config.js');

/** @type {import('jest').Config} */
module.exports = {
	...base,
	rootDir: '..',
	roots: ['<rootDir>/bench'],
	testMatch: ['**/*.bench.ts'],
	testTimeout: 600_000,
};
