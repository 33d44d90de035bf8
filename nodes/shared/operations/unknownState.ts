import type { ReadState } from '../recognition/job';
import type { Hints } from './Hints';

export function noteUnknownWord(hints: Hints, { unknown, rawState }: ReadState): void {
	if (unknown === true && rawState !== null) hints.add(UNKNOWN_WORD, `'${rawState}'`);
}

const UNKNOWN_WORD =
	"The state % is not known and counts as pending. If it means that the job has ended, add it to 'Finished States' or 'Failed States' in Options.";
