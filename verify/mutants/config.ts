import type { Stryker } from '@stryker-mutator/core';

type Options = ConstructorParameters<typeof Stryker>[0];

/** Data, not decisions: texts of the panel and lines of the interface. Other tests hold them to their contracts. */
const DATA = [
	'!nodes/**/*.node.ts',
	'!nodes/**/catalogue.ts',
	'!nodes/shared/catalogue/commonFields.ts',
	'!nodes/shared/description/**',
	'!nodes/shared/pickers/dictionaries.ts',
	'!nodes/shared/report/render/style.ts',
	'!nodes/CreatorIntelligenceTrigger/panel/**',
];

export const config = {
	mutate: DATA,
	testRunner: 'mocha',
	coverageAnalysis: 'perTest',
	// Tables and patterns are made once, when a module is loaded. A mutant of theirs needs a process of its own: hours.
	ignoreStatic: true,
	// No check of types: a mutant that the compiler would refuse has to be killed like any other.
	checkers: [],
	buildCommand: 'node verify/mutants/transpile.cjs',
	mochaOptions: {
		require: ['./verify/mutants/setup.cjs'],
		ui: 'qunit',
	},
	// Not copied for the run.
	ignorePatterns: ['/coverage', '/dist', '/docs', '/examples', '/reports', '/test/e2e'],
	concurrency: 2,
	// On a busy machine, less would take slow tests for endless ones.
	timeoutMS: 15_000,
	dryRunTimeoutMinutes: 30,
	incremental: true,
	tempDirName: '.stryker-tmp',
	reporters: ['json', 'html', 'progress-append-only'],
} satisfies Options;
