// Loaded into n8n before anything else. Recording begins when the file `arm` is there, with the
// request that it names. From then on each moment that can be told apart from outside is noted in
// the file `moments`: a request to the service, its answer, and a change to the database, just
// before and just after. With each goes an image of the files that n8n would leave behind if it were
// killed then. When the file `end` is there, one more is noted, and n8n ends as kill -9 does. Each poll of the trigger,
// when it has ended, adds a character to the file `polls`.
const { createHash } = require('node:crypto');
const { subscribe } = require('node:diagnostics_channel');
const {
	appendFileSync,
	existsSync,
	mkdirSync,
	readFileSync,
	readdirSync,
	writeFileSync,
} = require('node:fs');
const Module = require('node:module');
const { join } = require('node:path');

const folder = process.env.CRASH_FOLDER;
const service = process.env.CRASH_SERVICE;
const home = join(process.env.N8N_USER_FOLDER, '.n8n');
let isRecording = false;

/** Of all files that n8n works with; SQLite makes the shared memory anew. */
function readFiles() {
	return readdirSync(home, { withFileTypes: true })
		.filter((entry) => entry.isFile() && !entry.name.endsWith('-shm'))
		.map(({ name }) => ({ name, content: readIfThere(join(home, name)) }))
		.filter(({ content }) => content !== undefined);
}

/** A journal of SQLite may go at any time. */
function readIfThere(file) {
	try {
		return readFileSync(file);
	} catch {
		return undefined;
	}
}

function hashOf(files) {
	const hash = createHash('sha256');
	for (const { name, content } of files) hash.update(`${name} ${content.length} `).update(content);
	return hash.digest('hex').slice(0, 16);
}

/** Other threads may write meanwhile: an image is good if a second look finds the same. */
function takeImage() {
	for (;;) {
		const files = readFiles();
		const hash = hashOf(files);
		if (hashOf(readFiles()) !== hash) continue;
		const image = join(folder, 'images', hash);
		if (!existsSync(image)) {
			mkdirSync(image, { recursive: true });
			for (const { name, content } of files) writeFileSync(join(image, name), content);
		}
		return hash;
	}
}

function note(moment) {
	const line = JSON.stringify({ moment, image: takeImage() });
	appendFileSync(join(folder, 'moments'), `${line}\n`);
}

function pass(moment) {
	const first = readIfThere(join(folder, 'arm'))?.toString();
	if (first === undefined) return;
	isRecording ||= moment === `sent ${first}`;
	if (isRecording) note(moment);
}

setInterval(() => {
	if (!existsSync(join(folder, 'end'))) return;
	note('between two polls');
	process.kill(process.pid, 'SIGKILL');
}, 100).unref();

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

function watchDatabase({ Database }) {
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

function countPolls(loaded) {
	const poll = async (...args) => {
		try {
			return await loaded.poll(...args);
		} finally {
			appendFileSync(join(folder, 'polls'), '.');
		}
	};
	return { ...loaded, poll };
}

const load = Module._load;
let isWatched = false;
Module._load = function (request, ...rest) {
	const loaded = load.call(this, request, ...rest);
	if (request === 'sqlite3' && !isWatched) {
		isWatched = true;
		watchDatabase(loaded);
	}
	// As the node itself asks for it, at its first poll.
	return request === './poll/poll' ? countPolls(loaded) : loaded;
};
