const { availableParallelism } = require('node:os');

const args = process.argv.slice(2);
const isNamed = args.includes('--selectProjects');
/** A run of all unit tests takes them in groups; one of named files, file by file. */
const isWhole = args.every((arg) => arg.startsWith('-'));

const common = {
	testEnvironment: 'node',
	transform: { '^.+\\.ts$': '<rootDir>/test/support/transform.cjs' },
};

const endToEnd = {
	...common,
	setupFilesAfterEnv: ['<rootDir>/test/e2e/support/retry.ts'],
};

const unit = {
	...common,
	displayName: 'unit',
	roots: ['<rootDir>/test'],
	testMatch: [isWhole ? '**/test/groups/*.test.ts' : '**/*.test.ts'],
	testPathIgnorePatterns: ['<rootDir>/test/e2e/', ...(isWhole ? [] : ['<rootDir>/test/groups/'])],
	globalSetup: '<rootDir>/test/support/global-setup.ts',
	globalTeardown: '<rootDir>/test/support/global-teardown.ts',
	setupFiles: ['<rootDir>/test/support/setup.ts'],
	setupFilesAfterEnv: ['<rootDir>/test/support/forget.ts'],
};

const e2e = {
	...endToEnd,
	displayName: 'e2e',
	roots: ['<rootDir>/test/e2e'],
	testMatch: ['**/*.test.ts'],
	testPathIgnorePatterns: [
		'<rootDir>/test/e2e/queue/',
		// A recording for reviewers (`npm run release:check`); the other tests hold what it shows.
		...(process.env.E2E_RECORDING ? [] : ['/walkthrough.test.ts']),
	],
	globalSetup: '<rootDir>/test/e2e/support/global-setup.ts',
	globalTeardown: '<rootDir>/test/e2e/support/global-teardown.ts',
};

/** Needs servers that few machines have, and not the n8n that the other end-to-end tests share. */
const queue = {
	...endToEnd,
	displayName: 'queue',
	roots: ['<rootDir>/test/e2e/queue'],
	testMatch: ['**/*.test.ts'],
};

/** @type {import('jest').Config} */
module.exports = {
	// Without --selectProjects only what needs no n8n server.
	projects: isNamed ? [unit, e2e, queue] : [unit],
	// Against tests that never end: a busy machine takes many times as long as a quiet one.
	testTimeout: isNamed ? 1_200_000 : 300_000,
	// More than there are cores, as many tests wait for a clock or a server.
	maxWorkers: 2 * availableParallelism(),
};
