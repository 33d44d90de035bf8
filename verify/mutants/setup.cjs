const Module = require('node:module');

const Mocha = require('mocha');

const { n8n } = require('../../package.json');

// Stryker takes none but mocha's own names of interfaces: this one takes the place of one that nobody uses.
Mocha.interfaces.qunit = require('./jestInMocha.cjs');

// Who asks for a source by its name gets what was made of it.
Module._extensions['.ts'] = (module, file) => {
	module.exports = require(file.replace(/ts$/, 'js'));
};

// What jest.config.js does for each test file.
require('../../test/support/setup');
const { limiters } = require('../../nodes/shared/transport/limiter/AdaptiveLimiter');
const { createRedact } = require('../../nodes/shared/transport/redact');

// All nodes at once, and not when the first test needs them: what is made when a module is loaded belongs to no test.
for (const file of n8n.nodes) require(file.replace(/^dist/, '../..'));

const fc = require('fast-check');

// The same cases for each mutant, and fewer of them.
fc.configureGlobal({ seed: 1, numRuns: 25 });

exports.mochaHooks = {
	beforeEach: () => {
		limiters.clear();
		// The patterns of the latest token are kept: those of the test before would hide mutants of how they are made.
		createRedact(undefined);
	},
};
