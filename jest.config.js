const { availableParallelism } = require('node:os');

/** @type {import('jest').Config} */
module.exports = {
	testEnvironment: '<rootDir>/test/support/jest/Environment.cjs',
	runtime: '<rootDir>/test/support/jest/Runtime.cjs',
	roots: ['<rootDir>/test'],
	testMatch: ['**/*.test.ts'],
	testPathIgnorePatterns: ['<rootDir>/test/e2e/'],
	globalSetup: '<rootDir>/test/support/global-setup.ts',
	globalTeardown: '<rootDir>/test/support/global-teardown.ts',
	setupFiles: ['<rootDir>/test/support/setup.ts'],
	setupFilesAfterEnv: ['<rootDir>/test/support/forget.ts'],
	transform: { '^.+\\.ts$': '<rootDir>/test/support/jest/transform.cjs' },
	// More than there are cores, as many tests wait for a clock or a server.
	maxWorkers: 2 * availableParallelism(),
	// Against tests that never end: a busy machine takes many times as long as a quiet one.
	testTimeout: 300_000,
};
