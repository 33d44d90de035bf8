const base = require('./jest.e2e.config.js');

/** @type {import('jest').Config} */
module.exports = {
	...base,
	roots: ['<rootDir>/test/e2e/queue'],
	testPathIgnorePatterns: [],
	// The n8n that the other tests share is of no use here.
	globalSetup: undefined,
	globalTeardown: undefined,
};
