import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { normalizeKey } from '../../../../nodes/shared/recognition/keys';
import {
	type JobState,
	LISTED,
	meaningOf,
	STATE_WORDS,
} from '../../../../nodes/shared/recognition/stateWords';
import { overrides } from './overrides';

const WORDS: Record<JobState, string> = {
	pending:
		'in progress, pending, processing, running, queued, created, starting, started, building, collecting, validating, scheduled, waiting, accepted, submitted, not ready, timing out, aborting, suspended, requested, not started, enqueued, in queue, new',
	finished:
		'success, succeeded, completed, complete, finished, done, ready, ok, partial success, ready low confidence, no data, processed, available',
	failed:
		'failed, failure, fail, error, errored, faulted, timed out, cancelled, canceled, aborted, expired, throttled, rejected, does not exist, terminated',
};

const PHRASES: Array<[string, JobState | undefined]> = [
	['Job Running', 'pending'],
	['JOB_STATE_SUCCEEDED', 'finished'],
	['export-failed', 'failed'],
	['dreaming', 'pending'],
	['GATHERING RESULTS', 'pending'],
	['DONE GATHERING RESULTS', 'finished'],
	['completed_with_errors', 'finished'],
	['failed to complete', 'failed'],
	['validation failed', 'failed'],
	['processing complete', 'finished'],
	['waiting to be processed', 'pending'],
	['not yet available', 'pending'],
	['cancel-pending', 'pending'],
	['cancelled by user', 'failed'],
	['UploadComplete', 'pending'],
	['ready to run', 'pending'],
	['ready for review', undefined],
	['almost done', 'pending'],
	['done soon', 'pending'],
	['completed and not repeated', 'finished'],
	['not started yet', 'pending'],
	['99% complete', undefined],
	['step_1_of_3_done', undefined],
	['partially_processed', undefined],
	['failed_retrying', undefined],
	['missing', undefined],
	['active', undefined],
	['lilac', undefined],
	['Bavaria', undefined],
	['waiting for free slots somewhere else', 'pending'],
	['waiting for your free slots somewhere else', 'pending'],
	['waiting for two free slots somewhere else', undefined],
	['a sentence of many words that says that it is running', undefined],
];

const meaning = (word: string) => meaningOf(word, overrides())?.state;

describe('a word for a state', () => {
	const table = Object.entries(WORDS).flatMap(([state, words]) =>
		words.split(', ').map((word) => [word, state] as const),
	);

	it.each(table)('%s is %s, however it is written', (word, state) => {
		const spellings = [
			word,
			word.toUpperCase(),
			word.replaceAll(' ', '_'),
			word.replaceAll(' ', '-'),
			word.replaceAll(' ', ''),
			` ${word} `,
		];
		for (const spelling of spellings) expect(meaning(spelling)).toBe(state);
	});

	it.each(PHRASES)('%s is %s', (phrase, state) => {
		expect(meaning(phrase)).toBe(state);
	});
});

describe('the table of words', () => {
	const evidence = readFileSync(
		join(__dirname, '../../../fixtures/evidence/stateWords.txt'),
		'utf8',
	)
		.split('\n')
		.filter((line) => line !== '' && !line.startsWith('#'))
		.map((line) => line.split('\t'));

	it('has evidence for each of its words, and no unused evidence', () => {
		const words = Object.entries(STATE_WORDS).flatMap(([state, list]) =>
			list.map((word) => `${state} ${word}`),
		);
		expect(evidence.map(([state, word]) => `${state} ${word}`).sort()).toEqual(words.sort());
	});

	it.each(evidence)('uses %s for "%s" only as long as that is listed', (state, word = '') => {
		const key = normalizeKey(word);
		expect(meaning(key)).toBe(state);
		LISTED.delete(key);
		const without = meaningOf(key, overrides());
		LISTED.set(key, state as JobState);
		// A word may be understood by its ending too, but then it is less sure.
		expect(without?.state === state && without?.listed).toBe(false);
	});
});
