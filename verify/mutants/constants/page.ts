import { markdown } from '../../../scripts/tables';
import { type Provenance, sentence } from '../../report/provenance';

/** A constant with another value. */
export interface Change {
	file: string;
	name: string;
	from: number;
	to: number;
	/** The test that failed. */
	noticedBy?: string;
}

export function page(changes: Change[], provenance: Provenance): string {
	const noticed = changes.filter(({ noticedBy }) => noticedBy !== undefined);
	const files = [...new Set(changes.map(({ file }) => file))];
	return `# Numbers that a test holds

[Stryker](mutants.md) changes no numbers. \`npm run verify -- mutants --only constants\` changes each number that has a name in the code, one at a
time: a count or a length to one lower and one higher, a time, a unit or a share to a quarter lower and higher. It runs the tests of the
module, then those of its folder, then those on n8n's engine that [mutants](mutants.md) names for the folder, and shows the first test
that failed. A folder behind it, such as \`nodes/shared/jobs\`, tries that one and saves nothing. The command fails below 85 %.

${sentence(provenance)}

**${noticed.length} of ${changes.length} changes were noticed** (${((100 * noticed.length) / changes.length).toFixed(1)} %).

${files.map((file) => section(file, changes)).join('\n\n')}`;
}

const section = (file: string, changes: Change[]): string =>
	`## ${file}\n\n${markdown(
		['Number', 'Value', 'Changed to', 'Noticed by'],
		changes
			.filter((change) => change.file === file)
			.map(({ name, from, to, noticedBy = '**no test**' }) => [name, from, to, noticedBy]),
	)}`;
