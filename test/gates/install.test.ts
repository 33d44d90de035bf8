import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { packageJson, projectRoot } from '../engine/package';

const names = Object.keys(packageJson.scripts);

// The scripts of some dependencies fail, so that whoever types npm install would see an error.
it('npm runs no scripts of dependencies', () => {
	const settings = readFileSync(join(projectRoot, '.npmrc'), 'utf8').split('\n');
	expect(settings).toContain('ignore-scripts=true');
});

// Nor does it then run those that begin or end another one.
it('no script depends on one before or after it', () => {
	const hooks = names.flatMap((name) => [`pre${name}`, `post${name}`]);
	expect(names.filter((name) => hooks.includes(name))).toEqual([]);
});

it.each(names)('npm run %s works in a fresh clone: it installs what is missing', (name) => {
	expect(packageJson.scripts[name]).toMatch(/^node scripts\/ensure-dependencies\.mjs && /);
});
