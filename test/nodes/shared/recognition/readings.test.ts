import { findBreakdowns } from '../../../../nodes/shared/recognition/breakdowns';
import { readError } from '../../../../nodes/shared/recognition/error';
import { findFlaggedCounts } from '../../../../nodes/shared/recognition/flaggedCount';
import { findJobId } from '../../../../nodes/shared/recognition/jobId';
import { readState } from '../../../../nodes/shared/recognition/jobState';
import { findLinks } from '../../../../nodes/shared/recognition/link';
import { readMarks } from '../../../../nodes/shared/recognition/pageMarks';
import { findRatings } from '../../../../nodes/shared/recognition/rating';
import { findRows } from '../../../../nodes/shared/recognition/rows';
import { findProfile, findTraits } from '../../../../nodes/shared/recognition/traits';
import { response } from '../responses';
import type { AnswerCase } from './answers';
import { data, overrides } from './overrides';
import { describeReadings } from './readings';

const answerOf = ({ status, headers }: AnswerCase, body: unknown) =>
	response(JSON.stringify(body), headers, status);

const rowsOf = ({ path }: AnswerCase, body: unknown) => {
	const found = findRows({ value: body, endpointPath: path });
	return found && { ...found, rows: found.rows.length };
};

/** Of an object, each part under a name of its own. */
const each = (prefix: string, parts: object) =>
	Object.fromEntries(Object.entries(parts).map(([name, part]) => [`${prefix} ${name}`, part]));

describeReadings('answers/jobs.json', 'jobs.txt', (given, body) => {
	const { kind, path } = given;
	if (kind === 'rating') return { rating: findRatings(body), flagged: findFlaggedCounts(body) };
	const answer = answerOf(given, body);
	const submission = kind === 'submit';
	const state = readState(data(body), answer, overrides(), { submission });
	if (!submission) {
		return { state, rows: rowsOf(given, body), link: findLinks(body), traits: findTraits(body) };
	}
	const id = findJobId(data(body), answer, overrides(), { submittedTo: path });
	return { state, id: id && { ...id, rivals: id.rivals.length, candidates: id.candidates.length } };
});

describeReadings('answers/lists.json', 'lists.txt', (given, body) => {
	const rows = rowsOf(given, body);
	const { headers } = given;
	return { rows, marks: readMarks({ value: body, headers, rowsPath: rows?.path }) };
});

describeReadings('answers/errors.json', 'errors.txt', (given, body) => ({
	error: readError(answerOf(given, body)),
}));

describeReadings('profiles.json', 'profiles.txt', (_, body) => ({
	...each('trait', findTraits(body)),
	...each('list', findBreakdowns(body)),
	profile: findProfile(body),
	rating: findRatings(body),
	flagged: findFlaggedCounts(body),
}));
