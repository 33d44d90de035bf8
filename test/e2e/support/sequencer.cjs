const { default: Sequencer } = require('@jest/test-sequencer');

/**
 * The test of the trigger waits most of its time for polls, in an n8n of its own: it runs beside
 * all others, which share one n8n and so run one after the other.
 */
module.exports = class TriggerFirst extends Sequencer {
	sort(tests) {
		const order = ({ path }) => (path.includes('e2e/trigger/') ? 0 : 1);
		return [...tests].sort((a, b) => order(a) - order(b) || (a.path < b.path ? -1 : 1));
	}
};
