import { CASES, page, type Result } from '../../../verify/next/report';
import { measured } from '../measured';

const result = (id: string, failed = 0): Result => ({
	...{ id, passed: 70, failed, commit: 'abc1234', date: '2026-01-02' },
	objections: failed > 0 ? [`${failed} tests of ${id} failed`] : [],
});

it('has a row for each of the settings, in their order', () => {
	const text = page(
		[...CASES].reverse().map(({ id }) => result(id)),
		measured,
	);
	const rows = text.split('\n').filter((line) => line.includes('70 passed, 0 failed'));
	expect(rows).toHaveLength(CASES.length);
	expect(rows[0]).toContain('`N8N_SSRF_PROTECTION_ENABLED=true`');
	expect(rows.at(-1)).toContain('Always Output Data');
	expect(text).toContain('All is as expected.');
});

it('says what is not as expected', () => {
	const text = page([result('ssrf', 1)], measured);
	expect(text).toContain('**Not as expected');
	expect(text).toContain('Not run by themselves yet: binary data in the file system;');
});
