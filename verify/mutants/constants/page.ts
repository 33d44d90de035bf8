import { markdown } from '../../../scripts/tables';
import { type Provenance, sentence } from '../../report/provenance';
import { MIN_PERCENT } from '../folders';

/** A constant with another value. */
export interface Change {
	file: string;
	name: string;
	from: number;
	to: number;
	/** The test that failed. */
	noticedBy?: string;
}

export const countNoticed = (changes: Change[]): number =>
	changes.filter(({ noticedBy }) => noticedBy !== undefined).length;

export const percentNoticed = (changes: Change[]): number =>
	(100 * countNoticed(changes)) / changes.length;

export function page(changes: Change[], provenance: Provenance): string {
	const files = [...new Set(changes.map(({ file }) => file))];
	return `# Numbers that a test holds

[Stryker](mutants.md) changes no numbers. \`npm run verify -- mutants --only constants\` changes each number that has a name in the code, one at a
time: a count or a length to one lower and one higher, a time, a unit or a share to a quarter lower and higher. It runs the tests of the
module, then those of its folder, then those on n8n's engine that [mutants](mutants.md) names for the folder, and shows the first test
that failed. Add a folder, such as \`nodes/shared/jobs\`, to try only that one; nothing is saved then. The command fails below ${MIN_PERCENT} %.

${sentence(provenance)}

**${countNoticed(changes)} of ${changes.length} changes were noticed** (${percentNoticed(changes).toFixed(1)} %).

${files.map((file) => section(file, changes)).join('\n\n')}`;
}

const section = (file: string, changes: Change[]): string =>
	`## ${file}\n\n${markdown(
		['Number', 'Value', 'Changed to', 'Noticed by'],
		changes
			.filter((change) => change.file === file)
			.map(({ name, from, to, noticedBy = '**no test**' }) => [name, from, to, noticedBy]),
	)}`;
