import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import {
	ageOf,
	evidence,
	header,
	headerOf,
	type Provenance,
} from '../../../verify/report/provenance';
import { projectRoot } from '../../engine/package';

const measured: Provenance = {
	commit: 'abc1234',
	date: '2026-01-02T03:04:05.678Z',
	command: 'npm run verify -- faults',
	measures: ['nodes', 'verify/faults'],
	versions: { n8n: '2.0.0', node: '24' },
	machine: { cores: 2, load: 0.5 },
};
const page = `${header(measured)}\n# Title\n`;

it('a page says where it was measured, and the header can be parsed again', () => {
	expect(headerOf(page)).toEqual({
		commit: 'abc1234',
		date: '2026-01-02',
		command: 'npm run verify -- faults',
		measures: 'nodes verify/faults',
	});
	expect(headerOf(page.replace(/^commit.*\n/m, ''))).toBeUndefined();
});

it.each([
	['new  docs/evidence/faults.md: measured at abc1234', page, 0],
	['2026-01-02; changes since: 3. npm run verify -- faults', page, 3],
	['OLD  docs/evidence/faults.md: git does not know the commit', page, undefined],
	['OLD  docs/evidence/faults.md does not say', '# Title', 0],
])('says "%s"', (said, text, changes) => {
	expect(ageOf('faults', text, () => changes)).toContain(said);
});

it.each(evidence())('docs/evidence/%s.md says the same as its figures', (name) => {
	const [text, figures] = ['md', 'json'].map((end) =>
		readFileSync(join(projectRoot, 'docs/evidence', `${name}.${end}`), 'utf8'),
	);
	const { provenance } = JSON.parse(figures) as { provenance: Provenance };
	expect(headerOf(text)).toMatchObject({
		commit: provenance.commit,
		date: provenance.date.slice(0, 10),
	});
});
