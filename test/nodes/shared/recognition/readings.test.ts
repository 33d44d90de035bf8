import { findBreakdowns } from '../../../../nodes/shared/recognition/breakdowns';
import { readError } from '../../../../nodes/shared/recognition/error';
import { findJobId } from '../../../../nodes/shared/recognition/jobId';
import { readState, type ReadState } from '../../../../nodes/shared/recognition/jobState';
import { findLinks } from '../../../../nodes/shared/recognition/link';
import { readPageInfo } from '../../../../nodes/shared/recognition/pageInfo';
import { findFlaggedCounts, findRatings } from '../../../../nodes/shared/recognition/rating';
import { findRows } from '../../../../nodes/shared/recognition/rows';
import { findProfile, findTraits } from '../../../../nodes/shared/recognition/traits';
import { response } from '../responses';
import type { AnswerCase } from './answers';
import { data, overrides } from './overrides';
import { pin } from './pinned';
import { describeReadings } from './readings';

const answerOf = ({ status, headers }: AnswerCase, body: unknown) =>
	response(JSON.stringify(body), headers, status);

const rowsOf = ({ path }: AnswerCase, body: unknown) =>
	findRows({ value: body, endpointPath: path });

const pinRows = (found: ReturnType<typeof findRows>) =>
	found && pin({ ...found, value: found.rows.length });

const pinState = ({ state, rawState, path, rule, reason }: ReadState) =>
	[pin({ value: rawState, path, rule }), state, reason].filter(Boolean).join(' ');

/** Of an object, each part under a name of its own. */
const each = (prefix: string, parts: object) =>
	Object.fromEntries(Object.entries(parts).map(([name, part]) => [`${prefix} ${name}`, part]));

describeReadings('answers/jobs.json', 'jobs.txt', (given, body) => {
	const { kind, path } = given;
	if (kind === 'rating') {
		return { rating: pin(findRatings(body)[0]), flagged: pin(findFlaggedCounts(body)[0]) };
	}
	const answer = answerOf(given, body);
	const submission = kind === 'submit';
	const state = pinState(readState(data(body), answer, overrides(), { submission }));
	if (!submission) {
		return { state, rows: pinRows(rowsOf(given, body)), link: pin(findLinks(body)[0]) };
	}
	return { state, id: pin(findJobId(data(body), answer, overrides(), { submittedTo: path })) };
});

describeReadings('answers/lists.json', 'lists.txt', (given, body) => {
	const rows = rowsOf(given, body);
	const { headers } = given;
	const { next } = readPageInfo({ value: body, headers, rowsPath: rows?.path });
	return { rows: pinRows(rows), next: pin(next[0]) };
});

describeReadings('answers/errors.json', 'errors.txt', (given, body) => ({
	error: readError(answerOf(given, body)),
}));

describeReadings('profiles.json', 'profiles.txt', (_, body) => ({
	...each('trait', findTraits(body)),
	...each('list', findBreakdowns(body)),
	profile: findProfile(body),
	rating: pin(findRatings(body)[0]),
	flagged: pin(findFlaggedCounts(body)[0]),
}));
