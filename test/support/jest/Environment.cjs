const { TestEnvironment } = require('jest-environment-node');

/** Where jest keeps what listens to a run of tests. */
const LISTENERS = Symbol.for('EVENT_HANDLERS');
const { exit } = process;

/** Jest's word to a worker that there is nothing left to do. */
const END = 2;
// Jest gives a worker half a second to end. To free a heap of hundreds of MB takes longer on a busy machine.
process.on('message', (message) => {
	if (Array.isArray(message) && message[0] === END) exit.call(process);
});

/** The globals of the worker itself, for Runtime.cjs: all test files of a worker share them. */
module.exports = class Environment extends TestEnvironment {
	constructor(config, context) {
		super(config, context);
		this.global = globalThis;
		// Those of the file before would report its tests once more.
		delete globalThis[LISTENERS];
	}

	async teardown() {
		// Jest has put its own in its place, which complains.
		process.exit = exit;
		await super.teardown();
	}
};
