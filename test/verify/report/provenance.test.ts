import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { ageOf, evidence, type Since } from '../../../verify/report/age';
import { header, headerFor, headerOf, oldest, sentence } from '../../../verify/report/provenance';
import { projectRoot } from '../../support/package';
import { measured } from '../measured';

const page = `${header(measured)}\n# Title\n`;

it('a page says where it was measured, and the header can be parsed again', () => {
	expect(headerOf(page)).toEqual({
		commit: 'abc1234',
		date: '2026-01-02',
		command: 'npm run verify -- faults',
		measures: 'nodes verify/faults',
	});
	expect(headerOf('# Title')).toBeUndefined();
	expect(headerOf(page.replace(/^commit.*\n/m, ''))).toBeUndefined();
});

it('figures of several runs are as old as the oldest', () => {
	const later = { ...measured, date: '2026-02-02T00:00:00.000Z', commit: 'later' };
	expect(oldest([later, measured])).toBe(measured);
	expect(sentence(later)).toContain('on 2026-02-02 at commit `later`');
	expect(sentence({ ...later, hasLaterParts: true })).toMatch(/measured again later\.$/);
});

it.each<[string, ReturnType<Since>, string]>([
	['nothing changed since', { changes: 0 }, 'new  docs/evidence/faults.md: measured at abc1234'],
	['one thing changed since', { changes: 1 }, '; 1 change since. npm run verify -- faults'],
	['something changed since', { changes: 3 }, '3 changes since. npm run verify -- faults'],
	['git does not know', 'unknown', 'OLD  docs/evidence/faults.md: git does not know the commit'],
])('%s', (_, since, said) => {
	expect(ageOf('faults', [headerFor(measured)], () => since)).toContain(said);
});

it('a page is as old as the part with the most changes since', () => {
	const changes: Record<string, ReturnType<Since>> = {
		one: { changes: 1 },
		two: { changes: 2 },
		lost: 'unknown',
	};
	const ageWith = (...commits: string[]) =>
		ageOf(
			'faults',
			commits.map((commit) => ({ ...headerFor(measured), commit })),
			({ commit }) => changes[commit],
		);
	expect(ageWith('one', 'two', 'one')).toContain('measured at two, 2026-01-02; 2 changes since');
	expect(ageWith('one', 'lost', 'two')).toContain('git does not know the commit lost');
});

it('a page without a header is old', () => {
	expect(ageOf('faults', [], () => ({ changes: 0 }))).toMatch(/^OLD .*does not say/);
});

describe.each(evidence())('docs/evidence/%s.md', (name) => {
	const text = readFileSync(join(projectRoot, 'docs/evidence', `${name}.md`), 'utf8');

	it('says at which commit and when its figures were measured, and of what', () => {
		const { commit, date, measures } = headerOf(text) ?? { commit: '', date: '', measures: '' };
		expect(commit).toMatch(/^[0-9a-f]{7,}/);
		expect(date).toMatch(/^\d{4}-\d\d-\d\d$/);
		const missing = measures.split(' ').filter((path) => !existsSync(join(projectRoot, path)));
		expect(missing).toEqual([]);
	});

	it('says the same in its figures', () => {
		const file = join(projectRoot, 'docs/evidence', `${name}.json`);
		const { provenance } = JSON.parse(readFileSync(file, 'utf8')) as {
			provenance: { commit: string; date: string };
		};
		expect(headerOf(text)).toMatchObject({
			commit: provenance.commit,
			date: provenance.date.slice(0, 10),
		});
	});
});
