import { page, table, type LineRun } from '../../../verify/crashes/report';
import { scenarios } from '../../../verify/crashes/scenarios';
import { type Seen, verdictOf } from '../../../verify/crashes/verdict';
import { measured } from '../measured';

const seen: Seen = {
	requests: 3,
	jobs: [],
	finished: [{ eventId: 'screening/1/finished', isRight: true }],
	submitted: [],
	crashed: [],
};

const result = (moment: string, state: number, given: Partial<Seen> = {}) => ({
	scenario: 'finished' as const,
	moment,
	state,
	verdict: verdictOf({ ...seen, ...given }),
});

const run: LineRun = {
	line: '2.0',
	provenance: measured,
	seconds: 61,
	restarts: 2,
	isKillAsRecorded: true,
	results: [
		result('sent GET /screening/{id}', 1),
		result('before UPDATE workflow_entity', 1),
		result('after UPDATE workflow_entity', 2, { finished: [...seen.finished, ...seen.finished] }),
	],
};
const lost = { ...run, results: [result('sent GET /screening/{id}', 1, { finished: [] })] };

it('the table has a line for each moment', () => {
	const lines = table(run, scenarios).split('\n');
	expect(lines).toHaveLength(1 + 3);
	expect(lines[1]).toMatch(/^A job has finished +1 sent GET \/screening\/\{id\} +1 +3 .*emitted$/);
});

it('the page says what was emitted at each moment, and how often n8n was started', () => {
	const text = page([run], scenarios);
	expect(text).toContain('3 of 3 moments as expected, 2 restarts in 61 s');
	expect(text).toContain('| 2.0.0 | A job has finished | 3 | 2 | 0 | 0 | 0 | 1 | 0 | 0 |');
	expect(text).toContain(
		'| 3 | after UPDATE workflow_entity | 2 | 3 | 0 | 0 | 1 | 1 | 0 | 0 | 0 | 0 | emitted twice, with the same ID |',
	);
});

it('the page names what is not as expected', () => {
	const text = page([{ ...lost, isKillAsRecorded: false }], scenarios);
	expect(text).toContain('0 of 1 moments as expected');
	expect(text).toContain('not as expected: 1 lost');
	expect(text).toContain('**A real kill left behind something else');
});
