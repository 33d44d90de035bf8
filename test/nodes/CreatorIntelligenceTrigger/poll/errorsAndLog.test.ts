import { jobOfType } from '../../../../nodes/CreatorIntelligenceTrigger/catalogue';
import { TriggerMemory } from '../../../../nodes/CreatorIntelligenceTrigger/memory/ProcessMemory';
import type { PollResult } from '../../../../nodes/CreatorIntelligenceTrigger/poll/poll';
import {
	checkActivation,
	newMistake,
} from '../../../../nodes/CreatorIntelligenceTrigger/poll/errorsAndLog';
import type { Opened } from '../../../../nodes/CreatorIntelligenceTrigger/session/Session';
import {
	targetOf,
	type UnreadableJob,
} from '../../../../nodes/CreatorIntelligenceTrigger/watch/Target';
import { Failure, type FailureDetails } from '../../../../nodes/shared/failure/Failure';
import { thrownBy } from '../../shared/responses';
import { sessionOf } from '../polls';

const screening = jobOfType('screening');

const failureOf = (message: string, status?: number) =>
	new Failure({ kind: 'request', request: 'GET /x', message, status });

const rejection = (
	id: string,
	{
		status = 404,
		subject = 'job',
		submittedAt,
	}: Partial<UnreadableJob & { status: number }> & {
		submittedAt?: number;
	} = {},
): UnreadableJob => ({
	target: targetOf(screening, id, submittedAt),
	failure: failureOf(`No ${id}`, status).with({ description: 'Check this item' }),
	subject,
});

describe('the user who activates the workflow', () => {
	interface Case {
		ids?: string[];
		rejected?: UnreadableJob[];
		failure?: Failure;
		event?: Opened['parameters']['event'];
	}
	const hears = (
		{ ids = ['a', 'b'], rejected: unreadable = [], failure, event = 'jobFinished' }: Case,
		{ session } = sessionOf(),
	) =>
		thrownBy(() => {
			const parameters = { ids, event } as Opened['parameters'];
			checkActivation({ session, parameters }, { unreadable, failure } as PollResult);
		});

	it('gets no error where all is well', () => {
		expect(hears({})).toBeUndefined();
		expect(hears({ rejected: [rejection('a', { subject: 'result' })] })).toBeUndefined();
	});

	it.each<[Opened['parameters']['event'], string]>([
		[
			'jobFinished',
			"The screening a cannot be read: No a. Correct 'IDs', or choose the 'Job Type' that the IDs belong to",
		],
		['screeningChanged', "The screening a cannot be read: No a. Correct 'IDs'"],
	])('gets an error about an unknown ID (%s)', (event, message) => {
		expect(hears({ rejected: [rejection('a')], event })).toMatchObject({
			details: { message, kind: 'request', description: expect.not.stringContaining('item') },
		});
	});

	it('gets ten IDs, and how many more there are', () => {
		const named = (count: number) =>
			hears({ rejected: Array.from({ length: count }, (_, at) => rejection(`i${at}`)) });
		const ten = 'i0, i1, i2, i3, i4, i5, i6, i7, i8, i9';
		expect(named(10)).toMatchObject({
			message: expect.stringContaining(`The screening ${ten} cannot`),
		});
		expect(named(12)).toMatchObject({
			message: expect.stringContaining(`The screening ${ten} and 2 more cannot`),
		});
	});

	it('gets an error where no result can be read', () => {
		const rejected = ['a', 'b'].map((id) => rejection(id, { status: 200, subject: 'result' }));
		expect(hears({ rejected })).toMatchObject({
			details: { message: 'The result of the screening a, b cannot be read: No a', status: 200 },
		});
		expect(hears({ rejected, ids: ['a', 'b', 'c'] })).toBeUndefined();
		expect(hears({ rejected: [], ids: [] })).toBeUndefined();
	});

	it('gets first the error that affects all jobs', () => {
		const opened = sessionOf();
		opened.session.note(failureOf('Wrong token', 401), 'job');
		expect(hears({ rejected: [rejection('a')] }, opened)).toMatchObject({ message: 'Wrong token' });
	});

	it('gets an error about an outage only where the address may be wrong', () => {
		const passing = (status?: number) => {
			const opened = sessionOf();
			opened.session.note(failureOf('It will pass', status), 'job');
			return opened;
		};
		expect(hears({}, passing(503))).toBeUndefined();
		expect(hears({}, passing())).toBeUndefined();
		expect(hears({}, passing(200))).toMatchObject({ message: 'It will pass' });
		expect(hears({ failure: failureOf('Not sent') }, passing(503))).toMatchObject({
			message: 'Not sent',
		});
	});
});

describe('a setting that does not match a result', () => {
	const mistake = (
		details: FailureDetails,
		subject: UnreadableJob['subject'] = 'result',
	): UnreadableJob => ({
		target: targetOf(screening, 'a'),
		failure: new Failure(details),
		subject,
	});
	const ofSetting: FailureDetails = { kind: 'response', message: 'No rows there' };

	it('is reported once', () => {
		const memory = new TriggerMemory();
		const rejected = [mistake(ofSetting)];
		expect(newMistake(memory, undefined, rejected)?.message).toBe('No rows there');
		expect(newMistake(memory, undefined, rejected)).toBeUndefined();
	});

	it.each([
		['of a job', mistake(ofSetting, 'job')],
		['of the service', mistake({ kind: 'request', request: 'GET /x', message: 'No' })],
		['of a poll that had too little time', mistake({ kind: 'stopped', message: 'No' })],
	])('is not a rejection %s', (_, rejected) => {
		expect(newMistake(new TriggerMemory(), undefined, [rejected])).toBeUndefined();
	});
});
