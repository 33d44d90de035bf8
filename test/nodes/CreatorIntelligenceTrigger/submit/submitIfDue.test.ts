import type { INodeParameters } from 'n8n-workflow';

import {
	processMemory,
	TriggerMemory,
} from '../../../../nodes/CreatorIntelligenceTrigger/memory/ProcessMemory';
import type {
	Announcement,
	Submissions,
	SubmittedJob,
} from '../../../../nodes/CreatorIntelligenceTrigger/memory/State';
import type { Submission } from '../../../../nodes/CreatorIntelligenceTrigger/parameters/readParameters';
import { submitIfDue } from '../../../../nodes/CreatorIntelligenceTrigger/submit/submitIfDue';
import type { ServiceRequest, ServiceResponse } from '../../../../nodes/shared/http/types';
import { json, response } from '../../shared/responses';
import { NOW, pollOf, stateOf, submissionOf, type Situation } from '../polls';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const AT = new Date(NOW).toISOString();

const announcement = (more: Partial<Announcement> = {}): Announcement => ({
	requestFingerprint: 'r1',
	due: NOW - MINUTE,
	by: processMemory.id,
	at: NOW - 2 * MINUTE,
	...more,
});
const jobOf = (id: string, more: Partial<SubmittedJob> = {}): SubmittedJob => ({
	id,
	path: '/screening',
	at: NOW,
	...more,
});

interface Given extends Omit<Situation, 'state' | 'parameters'> {
	saved?: Submissions;
	submission?: Submission;
	/** What the service answers to the paid request. */
	submit?: (request: ServiceRequest) => ServiceResponse | Promise<ServiceResponse>;
	/** What it answers to the free one before. */
	health?: () => ServiceResponse;
}

/** One step, with the paid requests that it sent. */
async function step({
	saved = { watched: [] },
	submission = submissionOf(),
	submit = () => json({ id: 'a' }),
	health = () => json({}),
	...more
}: Given = {}) {
	const { poll, requests } = pollOf(
		(request) => (request.method === 'GET' ? health() : submit(request)),
		{ state: stateOf({ submissions: saved }), parameters: { submission }, ...more },
	);
	const result = await submitIfDue(poll);
	return { ...result, poll, posts: requests.filter(({ method }) => method === 'POST') };
}

describe('a request that is due', () => {
	it('is sent, saved with its job, and emitted', async () => {
		const watched = [jobOf('old')];
		const { posts, submissions, items, failure } = await step({ saved: { watched } });
		expect(posts.map(({ url, body }) => [url, body])).toEqual([
			['https://api.example.com/screening', '{"profile_url":"x"}'],
		]);
		expect(submissions).toEqual({
			requestFingerprint: 'r1',
			last: NOW,
			watched: [...watched, jobOf('a')],
		});
		expect(items).toMatchObject([
			{
				json: {
					job: {
						...{ type: 'screening', id: 'a', state: 'pending', rawState: null },
						...{ submittedAt: AT, eventId: 'screening/a/submitted' },
					},
				},
			},
		]);
		expect(failure).toBeUndefined();
	});

	it('is saved with the announcement of the next one, where polls are as rare as requests', async () => {
		const memory = new TriggerMemory();
		memory.lastPollAt = NOW - HOUR;
		const given: Given = {
			...{ memory, options: { emptyExecutions: true } },
			saved: { watched: [], announcement: announcement() },
		};
		const next = announcement({ due: NOW + HOUR, at: NOW });
		expect((await step(given)).submissions).toMatchObject({ last: NOW, announcement: next });
		memory.sent = undefined;
		const lost = await step({ ...given, submit: () => json({}, 500) });
		expect(lost.submissions).toMatchObject({ last: NOW, announcement: next });
	});

	it.each([
		[
			'not yet',
			{ saved: { watched: [], requestFingerprint: 'r1', last: NOW - MINUTE } },
			undefined,
		],
		[
			'not with too many jobs that have not ended',
			{ saved: { watched: Array.from({ length: 100 }, (_, id) => jobOf(`j${id}`)) } },
			/^No further screening is submitted, because 100 jobs/,
		],
	])('%s', async (_, given: Given, message) => {
		const { posts, items, submissions, failure } = await step(given);
		expect([posts, items]).toEqual([[], []]);
		expect(submissions).toEqual(given.saved);
		if (message === undefined) expect(failure).toBeUndefined();
		else expect(failure?.message).toMatch(message);
	});
});

describe('a request that was sent, by a poll that n8n dropped', () => {
	/** The poll after it, with what was saved before it, and what the process remembers. */
	const afterDrop = async (first: Given, second: Given = {}) => {
		const memory = new TriggerMemory();
		await step({ ...first, memory });
		return await step({ memory, now: NOW + MINUTE, ...second });
	};

	it('is not sent again: its job is watched and emitted with its ID', async () => {
		const { posts, submissions, items } = await afterDrop({});
		expect(posts).toEqual([]);
		expect(submissions).toEqual({ requestFingerprint: 'r1', last: NOW, watched: [jobOf('a')] });
		expect(items).toMatchObject([{ json: { job: { id: 'a', submittedAt: AT } } }]);
	});

	it('is watched even if the trigger no longer submits', async () => {
		const memory = new TriggerMemory();
		await step({ memory });
		const { poll } = pollOf(() => json({}), { memory });
		expect(await submitIfDue(poll)).toMatchObject({
			submissions: { last: NOW, watched: [jobOf('a')] },
		});
	});

	it('is reported if its outcome is unknown, with the reason', async () => {
		const { posts, items, failure } = await afterDrop({ submit: () => json({}, 500) });
		expect(posts).toEqual([]);
		expect(items).toMatchObject([{ json: { job: { id: null, state: 'pending' } } }]);
		expect(failure?.details).toMatchObject({
			message: `The screening that was due at ${AT} may have been submitted, but its ID is unknown`,
			description: expect.not.stringContaining('n8n stopped'),
		});
	});
});

it('a poll that takes the place of one that hangs does not send its request again', async () => {
	const memory = new TriggerMemory();
	let sent = 0;
	const hanging = async () => {
		sent += 1;
		return await new Promise<ServiceResponse>(() => undefined);
	};
	void step({ memory, submit: hanging });
	while (sent === 0) await new Promise(setImmediate);
	const { posts, items } = await step({ memory });
	expect(posts).toEqual([]);
	expect(items[0]?.json.job).toMatchObject({ id: null, state: 'pending' });
});

describe('an unknown outcome', () => {
	const due = new Date(NOW - MINUTE).toISOString();
	const byAnother: Submissions = {
		watched: [jobOf('old')],
		announcement: announcement({ by: 'another' }),
	};
	const options = { emptyExecutions: true };

	it('after a restart is reported, and counts as sent', async () => {
		const { posts, submissions, items, failure } = await step({ saved: byAnother, options });
		expect(posts).toEqual([]);
		expect(submissions).toEqual({
			...{ requestFingerprint: 'r1', last: NOW, watched: [jobOf('old')] },
		});
		expect(items).toMatchObject([
			{
				json: {
					message: failure?.message,
					job: { id: null, submittedAt: due, eventId: `screening/${due}/unanswered` },
				},
			},
		]);
		expect(failure?.details).toMatchObject({
			outcomeUnknown: true,
			message: `The screening that was due at ${due} may have been submitted, but its ID is unknown`,
			description: expect.stringMatching(
				/^n8n stopped around that time\. .* The next one is due at 2026-01-01T13:00:00\.000Z\. /,
			),
		});
	});

	it('of a response without an ID has the response', async () => {
		const { items, submissions } = await step({ submit: () => json({ note: 'Thanks' }) });
		expect(items).toMatchObject([{ json: { response: { note: 'Thanks' }, job: { id: null } } }]);
		expect(submissions).toEqual({ requestFingerprint: 'r1', last: NOW, watched: [] });
	});

	const down = () => json({}, 500);
	const cut = () => response('{"a": {', { 'content-type': 'application/json' });
	const header = { idempotencyHeader: 'Key', maxRetries: 0 };
	const lost = announcement({ isLost: true });

	it.each<[string, Given['submit'], Announcement, INodeParameters, Announcement | undefined]>([
		['with a key, keeps its announcement', down, announcement(), header, lost],
		['with a key, and cut off, keeps it, too', cut, announcement(), header, lost],
		['without a key is reported', down, announcement(), { maxRetries: 0 }, undefined],
		['and then a rejection is reported', () => json({}, 422), lost, header, undefined],
		['and then a limit of requests is no answer', () => json({}, 429), lost, header, lost],
	])('%s', async (_, submit, saved, more, kept) => {
		const given = { saved: { watched: [], announcement: saved }, options: { ...options, ...more } };
		const { submissions, items, failure } = await step({ ...given, submit });
		expect(submissions.announcement).toEqual(kept);
		expect([items.length, submissions.last]).toEqual(kept ? [0, undefined] : [1, NOW]);
		expect(failure === undefined).toBe(kept !== undefined);
	});

	it.each([
		[false, /^(?!n8n).*To resend such requests automatically/],
		[true, /^(?!n8n).* due at [^ ]*$/],
	])('says what happened, and advises only what helps: %s', async (retryUnsafe, text) => {
		const { failure } = await step({ submit: down, options: { maxRetries: 0, retryUnsafe } });
		expect(failure?.details.description).toMatch(text);
	});

	it('that is known by its key stays one while the service is down', async () => {
		const given = { saved: byAnother, options: { ...options, ...header } };
		const { submissions } = await step({ ...given, health: down });
		expect(submissions.announcement).toEqual(announcement({ isLost: true }));
	});

	it.each<[string, INodeParameters, number]>([
		['is not sent again', {}, 0],
		['is sent again with the key that the service knows', { idempotencyHeader: 'Key' }, 1],
		[
			'is sent again with that key even if the user allows to repeat requests',
			{ idempotencyHeader: 'Key', retryUnsafe: true },
			1,
		],
	])('%s', async (_, more, sent) => {
		const { posts } = await step({ saved: byAnother, options: { ...options, ...more } });
		expect(posts).toHaveLength(sent);
	});
});

describe('a request that the service rejects', () => {
	const saved: Submissions = { watched: [], announcement: announcement() };

	it('is reported, announced anew, and not sent with each poll', async () => {
		const memory = new TriggerMemory();
		const submit = () => json({ message: 'No' }, 422);
		const first = await step({ memory, saved, submit });
		expect(first.failure?.message).toContain('No');
		expect(first).toMatchObject({ submissions: { watched: [] }, items: [] });
		expect(first.submissions.announcement).toBeUndefined();
		expect(first.submissions.last).toBeUndefined();
		const later = async (ms: number) =>
			(await step({ memory, submit, now: NOW + ms })).posts.length;
		expect([await later(HOUR - MINUTE), await later(HOUR)]).toEqual([0, 1]);
	});

	it.each<[string, Given, boolean]>([
		['the service is down', { health: () => json({}, 503) }, false],
		['it limits requests', { health: () => json({}, 429) }, false],
		['it limits the paid request', { submit: () => json({}, 429) }, false],
		['it does not accept the token', { health: () => json({}, 401) }, true],
		['it does not allow the paid request', { submit: () => json({}, 403) }, true],
	])('is sent later, as announced, where %s', async (_, given, isFatal) => {
		const memory = new TriggerMemory();
		const { submissions, failure, items, poll } = await step({ ...given, memory, saved });
		expect(submissions).toEqual(saved);
		expect([failure, items]).toEqual([undefined, []]);
		expect(poll.session.fatal !== undefined).toBe(isFatal);
		expect((await step({ memory, saved })).posts).toHaveLength(1);
	});

	it.each([400, 402, 403, 404, 422])(
		'is not one where only the free read is rejected (%d)',
		async (status) => {
			expect((await step({ health: () => json({}, status) })).posts).toHaveLength(1);
		},
	);
});

describe('the key of a request', () => {
	const keyOf = async (given: Given = {}) => {
		const options = { idempotencyHeader: 'Idempotency-Key' };
		const { posts } = await step({ options, ...given });
		expect(posts.map(({ idempotency }) => idempotency?.header)).toEqual(['Idempotency-Key']);
		return posts.map(({ idempotency }) => idempotency?.key);
	};
	const announced = (more?: Partial<Announcement>): Submissions => ({
		watched: [],
		announcement: announcement(more),
	});

	it('is the same as long as the request is announced once, also for another process', async () => {
		const [key] = await keyOf({ saved: announced() });
		expect(key).toMatch(/^scope-r1-\w+$/);
		expect(await keyOf({ saved: announced(), now: NOW + MINUTE })).toEqual([key]);
		expect(await keyOf({ saved: announced({ by: 'another' }) })).toEqual([key]);
	});

	it.each<[string, Given]>([
		['announced anew', { saved: announced({ at: NOW - MINUTE }) }],
		['of another trigger', { saved: announced(), submission: submissionOf({ scope: 'other' }) }],
		['not announced', {}],
	])('is another one if the request is %s', async (_, given) => {
		const [key] = await keyOf({ saved: announced() });
		const [other] = await keyOf(given);
		expect(other).toBeDefined();
		expect(other).not.toBe(key);
	});
});

it.each<[number, boolean, boolean]>([
	[401, true, true],
	[403, true, false],
	[503, true, false],
	[401, false, false],
])(
	'a request that is not due yet: the status %d, at activation (%s), shows a wrong token: %s',
	async (status, isActivation, isFatal) => {
		const saved = { watched: [], requestFingerprint: 'r1', last: NOW - MINUTE };
		const { poll } = await step({ saved, isActivation, health: () => json({}, status) });
		expect(poll.session.fatal !== undefined).toBe(isFatal);
	},
);
