import { existsSync } from 'node:fs';

import { ABOUT_MONEY, FOLDERS, NOT_RUN, SHORT } from '../../../verify/mutants/folders';

it('the folders of the mutants, and the tests that are run for them or left out, exist', () => {
	const tests = [...Object.values(FOLDERS).flat(), ...NOT_RUN];
	const files = tests.map((name) => name.replace(/js$/, 'ts'));
	const all = [...Object.keys(FOLDERS), ...SHORT, ...files];
	expect(all.filter((name) => !existsSync(name))).toEqual([]);
});

it('each folder that needs the score on its own is tried', () => {
	expect(ABOUT_MONEY.filter((name) => !(name in FOLDERS))).toEqual([]);
});
