const Module = require('node:module');

const Mocha = require('mocha');

// Stryker takes none but mocha's own names of interfaces: this one takes the place of one that nobody uses.
Mocha.interfaces.qunit = require('./jestInMocha.cjs');

// Who asks for a source by its name gets what was made of it.
Module._extensions['.ts'] = (module, file) => {
	module.exports = require(file.replace(/ts$/, 'js'));
};

// What is remembered of a name would hide all later mutants of how it is read.
const lookup = require('../nodes/shared/recognition/lookup');
require.cache[require.resolve('../nodes/shared/recognition/lookup')].exports = {
	...lookup,
	remembered: (read) => read,
};

// What jest.config.js does for each test file.
require('../test/support/setup');
const { paces } = require('../nodes/shared/transport/pace/paces');

const fc = require('fast-check');

// The same cases for each mutant, and fewer of them.
fc.configureGlobal({ seed: 1, numRuns: 25 });

exports.mochaHooks = { beforeEach: () => paces.clear() };
