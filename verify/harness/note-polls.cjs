// Loaded into n8n before anything else: notes each poll of the trigger, when it has ended, in the
// file that POLLS_FILE names, as a line of JSON with its beginning and its end.
const { appendFileSync } = require('node:fs');
const Module = require('node:module');

const file = process.env.POLLS_FILE;

function noted(loaded) {
	return {
		...loaded,
		poll: async (...args) => {
			const began = Date.now();
			try {
				return await loaded.poll(...args);
			} finally {
				appendFileSync(file, `${JSON.stringify({ began, ended: Date.now() })}\n`);
			}
		},
	};
}

const load = Module._load;
Module._load = function (request, ...rest) {
	const loaded = load.call(this, request, ...rest);
	// As the node itself asks for it, at its first poll.
	return request === './poll/poll' ? noted(loaded) : loaded;
};
