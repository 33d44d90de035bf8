import { Hints } from '../../../../nodes/shared/operations/Hints';
import { addStateHints, addSubmissionHints } from '../../../../nodes/shared/operations/readJob';
import type { JobId } from '../../../../nodes/shared/recognition/jobId';
import type { ReadState } from '../../../../nodes/shared/recognition/jobState';

const reported = (note: (hints: Hints) => void) => {
	const hints = new Hints();
	note(hints);
	return hints.texts();
};

const pending: ReadState = { state: 'pending', rawState: 'odd', basis: 'word' };
const id: JobId = {
	value: 'a',
	path: 'token',
	rule: 'id.name',
	weak: false,
	isUncertain: false,
	rivals: [],
	candidates: [],
};

describe('the hint about a state says', () => {
	it.each<[string, ReadState, RegExp[]]>([
		['nothing if it is known', pending, []],
		['that its word is not known', { ...pending, unknown: true }, [/^The state 'odd' is unknown/]],
		[
			'nothing of a word that is not there',
			{ ...pending, rawState: null, unknown: true, basis: 'status' },
			[],
		],
		[
			'that an answer was taken for the result',
			{ state: 'finished', rawState: null, basis: 'assumed' },
			[/^The node found no job state/],
		],
		[
			'that a finished job names an error',
			{ state: 'finished', rawState: 'done', basis: 'word', reason: 'boom' },
			[/contains an error: 'boom'\./],
		],
		[
			'that another state has as much for it',
			{ ...pending, contradiction: 'odd (status), done (state)' },
			[/contains two states: odd \(status\), done \(state\)\./],
		],
		[
			'no error of a failed job here: the failure tells it',
			{ state: 'failed', rawState: 'failed', basis: 'word', reason: 'boom' },
			[],
		],
	])('%s', (_, seen, texts) => {
		expect(reported((hints) => addStateHints(hints, seen))).toEqual(
			texts.map((text) => expect.stringMatching(text) as unknown),
		);
	});

	it('for a submission only the unknown word', () => {
		const assumed: ReadState = { state: 'finished', rawState: null, basis: 'assumed' };
		expect(reported((hints) => addSubmissionHints(hints, id, assumed))).toEqual([]);
		const unknown = { ...pending, unknown: true };
		expect(reported((hints) => addSubmissionHints(hints, id, unknown))).toHaveLength(1);
	});
});

describe('the hint about an id says', () => {
	const rivals = [
		{ value: 'b', path: 'ticket', rule: 'id.name' as const },
		{ value: 7, path: 'data.ref', rule: 'id.name' as const },
	];

	it.each<[string, JobId, string | undefined]>([
		['nothing if it is certain', id, undefined],
		['where it was found, if that is uncertain', { ...id, isUncertain: true }, "It used 'token'."],
		[
			'what else it could be',
			{ ...id, rivals },
			"It used 'token'; it could also be b (ticket), 7 (data.ref).",
		],
	])('%s', (_, found, text) => {
		expect(reported((hints) => addSubmissionHints(hints, found, pending))).toEqual(
			text === undefined ? [] : [expect.stringContaining(text)],
		);
	});
});
