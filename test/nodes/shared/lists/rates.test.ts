import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { judge, type ListAnswer, type Verdict } from './measure';

const OWN = join(__dirname, '../../../fixtures/answers/lists.json');
/** A further file of answers to measure, in the same format. */
const FURTHER = process.env.ANSWERS;

/** Nothing in these shows how the next page is asked for. */
const TOLD = [48, 51, 76, 94, 105, 115, 124];

function listsIn(file: string): ListAnswer[] {
	const answers = JSON.parse(readFileSync(file, 'utf8')) as ListAnswer[];
	return answers.filter(({ kind }) => kind === 'list');
}

describe('a list', () => {
	const right = listsIn(OWN).filter(({ n }) => !TOLD.includes(Number(n)));
	const told = listsIn(OWN).filter(({ n }) => TOLD.includes(Number(n)));

	it.each(right)('is read correctly: $n, $path', async (received) => {
		expect(await judge(received)).toMatchObject({ verdict: 'right', isDoubted: false });
	});

	it.each(told)(
		'that cannot be read to its end is reported as such: $n, $path',
		async (received) => {
			expect(await judge(received)).toMatchObject({ verdict: 'told' });
		},
	);
});

if (FURTHER !== undefined) {
	it(`the lists of ${FURTHER} are read right, or the user is told`, async () => {
		const counts: Record<Verdict, number> = { right: 0, told: 0, silent: 0 };
		const lines: string[] = [];
		let doubted = 0;
		const answers = listsIn(FURTHER);
		for (const received of answers) {
			const { verdict, isDoubted, detail } = await judge(received);
			counts[verdict] += 1;
			if (isDoubted) doubted += 1;
			if (verdict !== 'right') {
				lines.push(
					`${verdict} ${received.n} ${received.path}: ${detail} (${JSON.stringify(received.expect)})`,
				);
			}
		}
		const { right, told, silent } = counts;
		process.stdout.write(
			`${answers.length} lists: ${right} right (${doubted} with a doubt), ${told} told, ${silent} silently wrong\n${lines.join('\n')}\n`,
		);
		expect(right / answers.length).toBeGreaterThanOrEqual(0.9);
		expect(silent / answers.length).toBeLessThanOrEqual(0.02);
	});
}
