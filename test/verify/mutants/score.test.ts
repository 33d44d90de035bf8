import { percent, scoreFor, sum, table } from '../../../verify/mutants/score';

const report = {
	files: {
		'a.ts': { mutants: [{ status: 'Killed' }, { status: 'Timeout' }, { status: 'Ignored' }] },
		'b.ts': { mutants: [{ status: 'Survived' }, { status: 'NoCoverage' }] },
	},
} as const;

describe('the score of a folder', () => {
	it('counts the outcomes of the mutants of all its files', () => {
		expect(scoreFor('nodes/a', report)).toEqual({
			folder: 'nodes/a',
			counts: { Killed: 1, Timeout: 1, Ignored: 1, Survived: 1, NoCoverage: 1 },
		});
	});

	it('is the share that a test detected; mutants that no test reaches count as undetected', () => {
		expect(percent(scoreFor('nodes/a', report))).toBe(50);
		expect(percent({ folder: 'x', counts: { Killed: 3, Survived: 1, Ignored: 9 } })).toBe(75);
		expect(percent({ folder: 'x', counts: { Ignored: 9 } })).toBe(100);
	});

	it('is summed up over folders', () => {
		const scores = [scoreFor('a', report), { folder: 'b', counts: { Killed: 2 } }];
		expect(sum(scores).counts).toMatchObject({ Killed: 3, Timeout: 1, Survived: 1 });
		expect(table(scores).split('\n').slice(2)).toEqual([
			'| a | 50.0 | 1 | 1 | 1 | 1 | 1 |',
			'| b | 100.0 | 2 | 0 | 0 | 0 | 0 |',
			'| all | 66.7 | 3 | 1 | 1 | 1 | 1 |',
		]);
		const page = table(scores, ({ folder }) => (folder === 'a' ? 'abc1234' : ''));
		expect(page).toContain('| a | 50.0 | 1 | 1 | 1 | 1 | 1 | abc1234 |');
	});
});
