// Stryker runs mocha within one process and switches mutants on and off there, so that a mutant costs the milliseconds
// of its tests. With jest each mutant would load all modules again, a second or more. The tests use little of jest: this
// gives mocha the same words, from jest's own packages.
const { basename } = require('node:path');
const { format } = require('node:util');

const { expect } = require('expect');
const { ModuleMocker } = require('jest-mock');
const Mocha = require('mocha');

/** Tests of many items: no judges on a busy machine, and slow. */
const MANY = /20,000|1,000 items/;

/** One dialect is enough here: each test of n8n's engine takes many times as long as one of a function. */
const OTHER_DIALECTS = /in the dialect (?!flat)/;

/** Simulations of an hour and more of the limiter: half of the time of its tests, and every mutant of it runs them. */
const LONG_SIMULATIONS =
	/one after the other leaves most|is over within 100 s|gets requests as before|few requests in flight/;

const SKIPPED = [MANY, OTHER_DIALECTS, LONG_SIMULATIONS];

const mocker = new ModuleMocker(globalThis);

/** The title of one case: `%s` and its like stand for values in a row, `$name` for a field of the first. */
function titleOf(title, row) {
	const count = title.match(/%[a-z]/g)?.length ?? 0;
	const [first] = row;
	return format(title.replaceAll('%p', '%j'), ...row.slice(0, count)).replace(
		/\$(\w+)/g,
		(name, key) => String(first?.[key] ?? name),
	);
}

function withEach(declare) {
	const each = (table) => (title, run) => {
		// A list of lists has several values in a row; one of anything else has one.
		const rows = table.every(Array.isArray) ? table : table.map((one) => [one]);
		for (const row of rows) declare(titleOf(title, row), () => run(...row));
	};
	return Object.assign(declare, { each });
}

module.exports = function jestInMocha(root) {
	root.on(Mocha.Suite.constants.EVENT_FILE_PRE_REQUIRE, (context, file) => {
		// What a file says outside of `describe` is for that file alone.
		const suites = [Mocha.Suite.create(root, basename(file, '.test.js'))];

		const describe = withEach((title, declare) => {
			suites.unshift(Mocha.Suite.create(suites[0], String(title)));
			declare();
			suites.shift();
		});
		const it = withEach((title, run) => {
			const test = new Mocha.Test(String(title), run);
			// The source: Stryker looks there for what has changed since the last run.
			test.file = file.replace(/js$/, 'ts');
			suites[0].addTest(test);
			const whole = test.fullTitle();
			if (SKIPPED.some((pattern) => pattern.test(whole))) test.pending = true;
		});

		Object.assign(context, { describe, it, expect, jest: mocker });
		for (const hook of ['beforeAll', 'beforeEach', 'afterEach', 'afterAll']) {
			context[hook] = (run) => suites[0][hook](run);
		}
	});
};
