import fc from 'fast-check';

// The same cases in each run of a commit, so that a failure can be repeated. PROPERTY_SEED=2 tries others.
fc.configureGlobal({
	...fc.readConfigureGlobal(),
	seed: Number(process.env.PROPERTY_SEED ?? 1),
});

export { fc };
