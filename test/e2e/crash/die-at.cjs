// Loaded into n8n before anything else: ends n8n as kill -9 does, at a chosen one of the moments that
// can be told apart from outside. These are a request to the service, its answer, and a change to
// the database, just before and just after. The file `arm` holds the number of the moment to die
// at, and the request to begin counting with; the file `trace` lists what was counted. A cycle is
// over when that request is sent for the third time: the second poll records that the first got
// through.
const { subscribe } = require('node:diagnostics_channel');
const { appendFileSync, readFileSync } = require('node:fs');
const Module = require('node:module');
const { join } = require('node:path');

const folder = process.env.DIE_AT_FOLDER;
const service = process.env.DIE_AT_SERVICE;
const POLLS = 2;
let count = 0;
let polls = 0;

function arm() {
	try {
		return JSON.parse(readFileSync(join(folder, 'arm'), 'utf8'));
	} catch {
		return undefined;
	}
}

function pass(moment) {
	const armed = arm();
	if (armed === undefined) return;
	if (moment === `sent ${armed.from}`) polls += 1;
	if (polls === 0 || polls > POLLS) return;
	count += 1;
	appendFileSync(join(folder, 'trace'), `${count} ${moment}\n`);
	if (count === armed.at) process.kill(process.pid, 'SIGKILL');
}

function follow(channel, word) {
	subscribe(channel, ({ request }) => {
		if (request.getHeader('host') === service) pass(`${word} ${request.method} ${request.path}`);
	});
}

const CHANGE = /^\s*(INSERT INTO|UPDATE|DELETE FROM)\s*"?(\w*)/i;

/** What the changes of a transaction come to is seen when it is committed, and all at once. */
function momentOf(connection, sql) {
	if (/^\s*BEGIN/i.test(sql)) connection.changes = [];
	else if (/^\s*ROLLBACK/i.test(sql)) connection.changes = undefined;
	else if (/^\s*COMMIT/i.test(sql)) {
		const changes = connection.changes ?? [];
		connection.changes = undefined;
		return changes.length > 0 ? changes.join(', ') : undefined;
	} else {
		const [, verb, table] = CHANGE.exec(sql) ?? [];
		if (verb === undefined) return undefined;
		if (connection.changes === undefined) return `${verb} ${table}`;
		connection.changes.push(`${verb} ${table}`);
	}
	return undefined;
}

function watch({ Database }) {
	for (const name of ['run', 'all']) {
		const original = Database.prototype[name];
		Database.prototype[name] = function (sql, ...rest) {
			const moment = momentOf(this, sql);
			if (moment === undefined) return original.call(this, sql, ...rest);
			pass(`before ${moment}`);
			const callback = rest.pop();
			return original.call(this, sql, ...rest, function (...results) {
				pass(`after ${moment}`);
				return callback.apply(this, results);
			});
		};
	}
}

follow('http.client.request.start', 'sent');
follow('http.client.response.finish', 'answered');

const load = Module._load;
let watched = false;
Module._load = function (request, ...rest) {
	const loaded = load.call(this, request, ...rest);
	if (request === 'sqlite3' && !watched) {
		watched = true;
		watch(loaded);
	}
	return loaded;
};
