const { readFileSync } = require('node:fs');
const Module = require('node:module');

const Mocha = require('mocha');

const { n8n } = require('../../package.json');

// Stryker takes none but mocha's own names of interfaces: this one takes the place of one that nobody uses.
Mocha.interfaces.qunit = require('./jestInMocha.cjs');

// Who asks for a source by its name gets what was made of it.
Module._extensions['.ts'] = (module, file) => {
	module.exports = require(file.replace(/ts$/, 'js'));
};

// What is memoized of a key would hide all later mutants of how it is read: the map of `memoize` keeps nothing.
const file = require.resolve('../../nodes/shared/recognition/keys.js');
const keys = new Module(file, module);
require.cache[file] = Object.assign(keys, { filename: file, paths: module.paths });
keys._compile(
	`const Map = class extends globalThis.Map { set() { return this; } };${readFileSync(file, 'utf8')}`,
	file,
);

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
