const { createRequire } = require('node:module');
const { sep } = require('node:path');
const { compileFunction, constants } = require('node:vm');

const { default: JestRuntime } = require('jest-runtime');

const LIBRARIES = `${sep}node_modules${sep}`;
const OWN_FILE = /^[./]/;

/**
 * Loads libraries as Node does, once for all test files of a worker: n8n-core alone takes longer to
 * load than most of them take to run. The project's own modules are still loaded anew for each file.
 */
module.exports = class Runtime extends JestRuntime {
	constructor(...options) {
		super(...options);
		const { executor } = this;
		// In the context of the libraries: an error of theirs is an `Error` for the tests, too.
		executor.compile = (source, filename) =>
			compileFunction(source, executor.injectedModuleParameters, {
				filename,
				importModuleDynamically: constants.USE_MAIN_CONTEXT_DEFAULT_LOADER,
			});
	}

	requireModule(from, name, options, isActual) {
		const isJests = options?.isInternalModule === true;
		if (!isJests && name && !OWN_FILE.test(name)) {
			const requireFrom = createRequire(from);
			if (requireFrom.resolve(name).includes(LIBRARIES)) return requireFrom(name);
		}
		return super.requireModule(from, name, options, isActual);
	}
};
