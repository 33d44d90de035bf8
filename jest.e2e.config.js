/** @type {import('jest').Config} */
module.exports = {
	testEnvironment: 'node',
	roots: ['<rootDir>/test/e2e'],
	testMatch: ['**/*.test.ts'],
	// Run apart, as they need servers that few machines have.
	testPathIgnorePatterns: [
		'<rootDir>/test/e2e/queue/',
		// A recording for reviewers (`npm run release:check`); the other tests hold what it shows.
		...(process.env.E2E_RECORDING ? [] : ['/walkthrough.test.ts']),
	],
	globalSetup: '<rootDir>/test/e2e/support/global-setup.ts',
	globalTeardown: '<rootDir>/test/e2e/support/global-teardown.ts',
	transform: { '^.+\\.ts$': '<rootDir>/test/support/jest/transform.cjs' },
	setupFilesAfterEnv: ['<rootDir>/test/e2e/support/retry.ts'],
	testSequencer: '<rootDir>/test/e2e/support/sequencer.cjs',
	maxWorkers: 2,
	// Against tests that never end: a busy machine takes many times as long as a quiet one.
	testTimeout: 1_200_000,
};
