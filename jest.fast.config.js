const { availableParallelism } = require('node:os');

const base = require('./jest.config.js');

/**
 * What needs neither n8n's engine nor a server, and no thousands of cases: for a look after each change.
 * @type {import('jest').Config}
 */
module.exports = {
	...base,
	roots: [
		'<rootDir>/test/nodes/shared',
		'<rootDir>/test/nodes/CreatorIntelligenceTrigger',
		'<rootDir>/test/verify',
	],
	testPathIgnorePatterns: [
		'/shared/editor/',
		'/CreatorIntelligenceTrigger/[^/]+$',
		'/(hostileTexts|readings|rates|combinations|envelopes|properties)\\.test\\.ts$',
	],
	maxWorkers: availableParallelism(),
};
