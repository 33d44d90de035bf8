const { default: Sequencer } = require('@jest/test-sequencer');

/**
 * These have an n8n of their own, and the test of the trigger waits most of its time for polls. So they run beside
 * all others, which share one n8n, and none of them is left for the end.
 */
const FIRST = [/e2e\/trigger\//, /e2e\/start\./];

module.exports = class OwnN8nFirst extends Sequencer {
	sort(tests) {
		const order = ({ path }) => (FIRST.some((first) => first.test(path)) ? 0 : 1);
		return [...tests].sort((a, b) => order(a) - order(b) || (a.path < b.path ? -1 : 1));
	}
};
