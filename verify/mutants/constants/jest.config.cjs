const config = require('../../../jest.config.js');

/** @type {import('jest').Config} */
module.exports = {
	...config,
	rootDir: '../../..',
	transform: { '^.+\\.ts$': '<rootDir>/verify/mutants/constants/transform.cjs' },
};
