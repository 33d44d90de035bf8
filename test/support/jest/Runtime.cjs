const { createRequire } = require('node:module');
const { join, resolve, sep } = require('node:path');
const { compileFunction, constants } = require('node:vm');

const { default: JestRuntime } = require('jest-runtime');

const LIBRARIES = `${sep}node_modules${sep}`;
const OWN_FILE = /^[./]/;
const root = resolve(__dirname, '../../..');
const PRODUCT = ['nodes', 'credentials', 'sandbox'].map((folder) => join(root, folder) + sep);

/** Modules of the product that a test file of this worker has loaded. */
const loaded = new Map();
/** That of the test file that runs now. */
let current;

/**
 * Loads libraries and the product once for all test files of a worker: n8n-core alone takes longer
 * to load than most of them take to run, and the product's code stays compiled. Tests and what
 * supports them are still loaded anew for each file.
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
		for (const [path, module] of loaded) this.registries.moduleRegistry.set(path, module);
		current = this;
	}

	requireModule(from, name, options, isActual) {
		const isJests = options?.isInternalModule === true;
		if (!isJests && name && !OWN_FILE.test(name)) {
			const requireFrom = createRequire(from);
			if (requireFrom.resolve(name).includes(LIBRARIES)) return requireFrom(name);
		}
		return super.requireModule(from, name, options, isActual);
	}

	requireModuleOrMock(from, name) {
		// A module that was loaded for an earlier file, and imports another one only now.
		if (this !== current) return current.requireModuleOrMock(from, name);
		return super.requireModuleOrMock(from, name);
	}

	teardown() {
		for (const [path, module] of this.registries.moduleRegistry)
			if (module.loaded && PRODUCT.some((folder) => path.startsWith(folder)))
				loaded.set(path, module);
		return super.teardown();
	}
};
