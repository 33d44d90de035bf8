const { availableParallelism } = require('node:os');

/** @type {import('jest').Config} */
module.exports = {
	testEnvironment: 'node',
	roots: ['<rootDir>/test'],
	testMatch: ['**/*.test.ts'],
	testPathIgnorePatterns: ['<rootDir>/test/e2e/'],
	globalSetup: '<rootDir>/test/support/global-setup.ts',
	globalTeardown: '<rootDir>/test/support/global-teardown.ts',
	setupFiles: ['<rootDir>/test/support/setup.ts'],
	setupFilesAfterEnv: ['<rootDir>/test/support/forget.ts'],
	transform: {
		'^.+\\.ts$': ['ts-jest', { tsconfig: 'tsconfig.dev.json', diagnostics: false }],
	},
	// In jest's contexts each use of a global is slow, unless it is named here: a quarter of the time.
	sandboxInjectedGlobals: [
		...['Array', 'Date', 'JSON', 'Map', 'Math', 'Number'],
		...['Object', 'Promise', 'RegExp', 'Set', 'String', 'Symbol'],
	],
	// One more than there are cores, as many tests wait for a clock or a server.
	maxWorkers: availableParallelism() + 1,
	testTimeout: 30_000,
};
