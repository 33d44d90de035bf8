import { Cancelled } from '../../../../nodes/shared/failure/Cancelled';
import { Failure } from '../../../../nodes/shared/failure/Failure';
import { JobLog } from '../../../../nodes/shared/jobs/JobLog';
import { RequestJournal } from '../../../../nodes/shared/jobs/RequestJournal';
import {
	indexOfFirstFailed,
	describeSentRequests,
	withoutRerunAdvice,
} from '../../../../nodes/shared/node/items';
import { response } from '../responses';

it.each<[unknown[], number]>([
	[[], -1],
	[[undefined, undefined], -1],
	[[undefined, 'a', 'b'], 1],
	[[new Cancelled(), undefined, 'a'], 2],
	[[undefined, new Cancelled(), new Cancelled()], 1],
])('of the failures %j the one to report is at %d', (failures, expected) => {
	expect(indexOfFirstFailed(failures.map((failure) => ({ failure })))).toBe(expected);
});

it('a failure does not suggest another run where other items were paid', () => {
	const failure = new Failure({ kind: 'unexpected', message: 'No', rerunAdvice: 'Run it again.' });
	expect(withoutRerunAdvice({ items: [], failure }).failure).toMatchObject({
		details: { message: 'No', rerunAdvice: undefined },
	});
	const other = new Failure({ kind: 'unexpected', message: 'No' });
	expect(withoutRerunAdvice({ items: [], failure: other }).failure).toBe(other);
	expect(withoutRerunAdvice({ items: [], failure: 'x', input: { a: 1 } })).toEqual({
		items: [],
		failure: 'x',
		input: { a: 1 },
	});
});

describe('paid requests so far', () => {
	const opened = (mostKept?: number) => ({
		jobLog: new JobLog(),
		journal: new RequestJournal({}, '0', mostKept),
	});
	const noted = { at: 1, fingerprints: ['mark'] };

	it('are empty where nothing was sent', () => {
		expect(describeSentRequests(opened())).toBeUndefined();
	});

	it('are requests without a response, by their items, except the reported one', () => {
		const run = opened();
		for (const name of ['0', '2', '2.page-2', '3']) run.journal.sent(name, noted);
		const told = (items: string) =>
			`Items whose request got no usable response: ${items}. The requests may have been processed and charged: check with the service before you send them again.`;
		expect(describeSentRequests(run)).toBe(told('0, 2, 3'));
		expect(describeSentRequests(run, 2)).toBe(told('0, 3'));
		const only = opened();
		only.journal.sent('1', noted);
		expect(describeSentRequests(only, 1)).toBeUndefined();
	});

	it('are responses, jobs, and responses that were too large', () => {
		const run = opened(1_000);
		run.jobLog.add(0, 'job-1', 'pending', 'response');
		run.journal.received('1', noted, response('{}'));
		run.journal.received('2', noted, response('x'.repeat(2_000)));
		expect(describeSentRequests(run)).toBe(
			[
				run.jobLog.describe(),
				'Requests that got a response: 1. The responses are stored with this execution: a retry of it uses them and does not send the requests again.',
				'Responses that were too large to store: 1. A retry of this execution does not send their requests again.',
			].join(' '),
		);
	});
});
