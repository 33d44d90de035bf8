import { lockfileOf } from '../../../scripts/n8n/database';
import { supportedVersions, Runtime, type Lockfile } from '../../../scripts/n8n/runtime';

describe('a lockfile for some packages', () => {
	const whole: Lockfile = {
		lockfileVersion: 3,
		packages: {
			'': { dependencies: { n8n: '1' } },
			'node_modules/a': { version: '1.0.0', dependencies: { b: '^2', '@x/c': '1' } },
			'node_modules/a/node_modules/b': { version: '2.0.0', dependencies: { d: '1' } },
			'node_modules/b': { version: '1.0.0' },
			'node_modules/@x/c': { version: '1.0.0', optionalDependencies: { b: '^1', absent: '1' } },
			'node_modules/d': { version: '1.0.0' },
			'node_modules/e': { version: '1.0.0' },
		},
	};

	it('has them and their dependencies, each at its resolved path', () => {
		expect(Object.keys(lockfileOf(whole, ['a']).packages)).toEqual([
			'',
			'node_modules/a',
			'node_modules/a/node_modules/b',
			'node_modules/b',
			'node_modules/@x/c',
			'node_modules/d',
		]);
	});

	it('requires the versions of the full one', () => {
		expect(lockfileOf(whole, ['a', 'e']).packages['']).toEqual({
			dependencies: { a: '1.0.0', e: '1.0.0' },
		});
	});

	it.each(supportedVersions)('can be made for the database of n8n %s', (line) => {
		const lockfile = new Runtime(line).readLockfile();
		const { packages } = lockfileOf(lockfile, ['sqlite3']);
		expect(Object.keys(packages)).toContain('node_modules/node-addon-api');
		expect(Object.keys(packages).length).toBeLessThan(Object.keys(lockfile.packages).length / 10);
	});
});
