import type { IContextObject } from 'n8n-workflow';

import { clock } from '../../../../nodes/shared/clock';
import { Cancelled } from '../../../../nodes/shared/failure/Cancelled';
import { Failure } from '../../../../nodes/shared/failure/Failure';
import type { ServiceRequest, ServiceResponse } from '../../../../nodes/shared/http/types';
import { RequestJournal } from '../../../../nodes/shared/jobs/RequestJournal';
import { Hints } from '../../../../nodes/shared/operations/Hints';
import type { PreparedItem } from '../../../../nodes/shared/operations/RunContext';
import { JournaledSender } from '../../../../nodes/shared/operations/JournaledSender';
import { PaidRequests } from '../../../../nodes/shared/operations/PaidRequests';
import { toRequest, type RequestDraft } from '../../../../nodes/shared/request/draft';
import { settingsOf } from '../../../support/options';
import { Transport } from '../../../../nodes/shared/transport/Transport';
import { response } from '../responses';
import { senderBy } from '../senders';

const baseUrl = 'https://api.example.com/v1';
const draft = (body = {}): RequestDraft => ({
	endpoint: { method: 'POST', path: '/screening' },
	query: [],
	body,
});
const own = toRequest(draft(), baseUrl);
const NOW = Date.parse('2026-01-01T00:00:00Z');

afterEach(() => jest.restoreAllMocks());

interface Try {
	context: IContextObject;
	received?: () => ServiceResponse;
	item?: Partial<PreparedItem>;
	retryUnsafe?: boolean;
	room?: number;
}

function callOf(item: Partial<PreparedItem>): PreparedItem {
	return {
		index: 4,
		connection: {
			baseUrl,
			transport: new Transport(async () => await Promise.reject(new Error('Not used'))),
			redact: (text) => text,
			tokenAdvice: '',
		},
		draft: draft(),
		resultQuery: [],
		settings: settingsOf({}),
		maxRows: 1,
		...item,
	};
}

/** One try of n8n with an item; tries of one execution share their context. */
function tryWith({ context, received = () => response('{}'), item, retryUnsafe, room }: Try) {
	const sent: ServiceRequest[] = [];
	const hints = new Hints();
	const journal = new RequestJournal(context, '0', room);
	const paid = new PaidRequests(context, 0);
	const requests = new JournaledSender({
		sender: senderBy(({ budget: _, ...request }) => {
			sent.push(request);
			return received();
		}),
		journal,
		paid,
		hints,
		item: callOf({ settings: settingsOf({ retryUnsafe }), ...item }),
		notSentMessage: 'The screening was not submitted again',
	});
	const send = async (request: ServiceRequest) =>
		await requests.send(request, (received) => received);
	return { requests, send, sent, hints, journal, paid };
}

const failing = (error: unknown) => () => {
	throw error as Error;
};
const lost = new Failure({
	kind: 'request',
	request: 'POST /screening',
	message: 'Timed out',
	status: 504,
	outcomeUnknown: true,
});
const rejected = lost.with({ message: 'No', status: 400, outcomeUnknown: undefined });

describe('a request that may be charged', () => {
	it('is sent once: the next attempt gets the same response', async () => {
		jest.spyOn(clock, 'now').mockReturnValue(NOW);
		const context = {};
		const received = response('{"id":1}', { 'content-type': 'application/json' }, 202);
		const first = tryWith({ context, received: () => received });
		expect(await first.send(own)).toBe(received);
		expect(first.requests.sentAt).toBe(NOW);

		jest.spyOn(clock, 'now').mockReturnValue(NOW + 5_000);
		const second = tryWith({ context });
		expect(second.requests.sentAt).toBe(NOW + 5_000);
		expect(await second.send(own)).toEqual(received);
		expect(second.sent).toEqual([]);
		expect(second.requests.sentAt).toBe(NOW);
	});

	it('is another one for another item, address or body', async () => {
		const context = {};
		await tryWith({ context }).send(own);
		const others: Array<Partial<PreparedItem>> = [
			{ index: 5 },
			{ draft: { ...draft(), endpoint: { method: 'POST', path: '/lookup' } } },
			{ draft: draft({ handle: 'a' }), requestFingerprint: 'another' },
		];
		for (const item of others) {
			const { send, sent } = tryWith({ context: structuredClone(context), item });
			await send(toRequest({ ...draft(), ...item.draft }, baseUrl));
			expect(sent).toHaveLength(1);
		}
	});

	it('is another one at another service, even with the same parameters', async () => {
		const context = {};
		await tryWith({ context, item: { requestFingerprint: 'the same' } }).send(own);
		const other = 'https://other.example.com/v1';
		const { connection } = callOf({});
		const item = { requestFingerprint: 'the same', connection: { ...connection, baseUrl: other } };
		const { send, sent } = tryWith({ context, item });
		await send(toRequest(draft(), other));
		expect(sent).toHaveLength(1);
	});

	it('is the same one with the same parameters, even where the value of an expression has changed', async () => {
		const context = {};
		const at = (time: number) => ({
			item: { requestFingerprint: 'with $now', draft: draft({ time }) },
		});
		await tryWith({ context, ...at(1) }).send(toRequest(draft({ time: 1 }), baseUrl));
		const { send, sent } = tryWith({ context, ...at(2) });
		await send(toRequest(draft({ time: 2 }), baseUrl));
		expect(sent).toEqual([]);
	});

	it('for another page is a separate one', async () => {
		const context = {};
		const page = (offset: number) => toRequest(draft({ offset }), baseUrl);
		const first = tryWith({ context, received: () => response('one') });
		await first.send(own);
		const second = tryWith({ context, received: () => response('two') });
		expect(String((await second.send(own)).body)).toBe('one');
		expect(String((await second.send(page(10))).body)).toBe('two');
		expect(second.journal.names().received).toEqual(['4', '4.1']);
		const third = tryWith({ context });
		await third.send(own);
		expect(String((await third.send(page(10))).body)).toBe('two');
		await third.send(page(20));
		expect(third.sent).toEqual([page(20)]);
	});

	it('that was rejected may be sent again', async () => {
		const context = {};
		await expect(tryWith({ context, received: failing(rejected) }).send(own)).rejects.toBe(
			rejected,
		);
		expect(context).toEqual({});
	});

	it('with an unknown outcome is not sent again, unless the user opts in', async () => {
		const context = {};
		await expect(tryWith({ context, received: failing(lost) }).send(own)).rejects.toBe(lost);
		const second = tryWith({ context });
		await expect(second.send(own)).rejects.toMatchObject({
			details: {
				message:
					'The screening was not submitted again, because an earlier attempt may have succeeded',
				status: 504,
				outcomeUnknown: true,
			},
		});
		expect(second.sent).toEqual([]);
		const third = tryWith({ context, retryUnsafe: true });
		await third.send(own);
		expect(third.sent).toEqual([own]);
	});

	it('whose response was too large to store is not sent again, and the message says why', async () => {
		const context = {};
		const received = () => response('x'.repeat(50));
		await tryWith({ context, received, room: 10 }).send(own);
		await expect(tryWith({ context }).send(own)).rejects.toMatchObject({
			details: {
				message: expect.stringContaining('got a response that was too large to store'),
				description: expect.stringContaining('To send POST /screening again'),
			},
		});
	});

	it.each([
		[Cancelled.whileInFlight(), ['4']],
		[new Cancelled(), []],
	])('that was stopped is reported if it was in flight: %p', async (error, named) => {
		const context = {};
		const { send, hints, journal } = tryWith({ context, received: failing(error) });
		await expect(send(own)).rejects.toBe(error);
		expect(hints.texts().map((text) => /of the items (\d+) may have/.exec(text)?.[1])).toEqual(
			named,
		);
		expect(journal.names().sent).toEqual(named);
	});
});

describe('a request with an idempotency key', () => {
	const item = { settings: settingsOf({ idempotencyHeader: 'Idempotency-Key' }) };
	const keyOf = ({ sent }: { sent: ServiceRequest[] }) =>
		sent.map(({ idempotency }) => idempotency);

	it('has a key of its own', async () => {
		const [one, other] = [tryWith({ context: {}, item }), tryWith({ context: {}, item })];
		await one.send(own);
		await other.send(own);
		expect(keyOf(one)).toEqual([{ header: 'Idempotency-Key', key: expect.any(String) as unknown }]);
		expect(keyOf(one)).not.toEqual(keyOf(other));
	});

	it('is sent again with the same key in each try, as the service recognises it', async () => {
		const context = {};
		const tries = [lost, lost, undefined].map((error) =>
			tryWith({ context, item, received: error && failing(error) }),
		);
		for (const each of tries) await each.send(own).catch(() => undefined);
		const keys = tries.flatMap(keyOf);
		expect(keys).toHaveLength(3);
		expect(new Set(keys.map((each) => each?.key)).size).toBe(1);
	});

	it('is not sent again where the try before had no key', async () => {
		const context = {};
		await expect(tryWith({ context, received: failing(lost) }).send(own)).rejects.toBe(lost);
		const second = tryWith({ context, item });
		await expect(second.send(own)).rejects.toMatchObject({ details: { outcomeUnknown: true } });
		expect(second.sent).toEqual([]);
	});

	it('keeps its key with the job', async () => {
		const context = {};
		const { send, requests, journal, sent } = tryWith({ context, item });
		await send(own);
		requests.storeJob('a', { keepResponse: false });
		expect(JSON.stringify(context)).toContain(sent[0].idempotency?.key);
		expect(journal.names().job).toEqual(['4']);
	});

	it.each([
		[item, 1],
		[{}, 0],
	])('is read while it can still be repeated: %#', async (more, count) => {
		const { requests, journal } = tryWith({ context: {}, item: more });
		const namesAtRead: number[] = [];
		await requests.send(own, () => namesAtRead.push(journal.names().received.length));
		// The first time before its response counts as received.
		expect(namesAtRead).toEqual(count === 1 ? [0, 1] : [1]);
	});
});

describe('a request that is sent again after an unknown outcome', () => {
	it('is still unknown when it is rejected: the first one may have been processed', async () => {
		const context = {};
		await expect(tryWith({ context, received: failing(lost) }).send(own)).rejects.toBe(lost);
		const second = tryWith({ context, retryUnsafe: true, received: failing(rejected) });
		await expect(second.send(own)).rejects.toMatchObject({
			details: { status: 400, outcomeUnknown: true },
		});
		const third = tryWith({ context });
		await expect(third.send(own)).rejects.toMatchObject({ details: { outcomeUnknown: true } });
		expect(third.sent).toEqual([]);
	});
});

describe('damaged data of n8n', () => {
	it('keeps a request from being sent, and the message says why', async () => {
		const context: IContextObject = { creatorIntelligence: 'damaged' as never };
		const { send, sent } = tryWith({ context });
		await expect(send(own)).rejects.toMatchObject({
			details: { message: expect.stringContaining('earlier attempts is damaged') as unknown },
		});
		expect(sent).toEqual([]);
	});
});

it('a request is the same one where its address differs by a value that changes', async () => {
	const context = {};
	const at = (time: string): RequestDraft => ({ ...draft(), query: [{ name: 'at', value: time }] });
	const with$now = (time: string) => ({ requestFingerprint: 'with $now', draft: at(time) });
	await tryWith({ context, item: with$now('1') }).send(toRequest(at('1'), baseUrl));
	const { send, sent } = tryWith({ context, item: with$now('2') });
	await send(toRequest(at('2'), baseUrl));
	expect(sent).toEqual([]);
});

it('a GET is sent each time, and not recorded', async () => {
	const context = {};
	const { send, sent } = tryWith({ context });
	const get = { ...own, method: 'GET' as const };
	await send(get);
	await send(get);
	expect(sent).toHaveLength(2);
	expect(context).toEqual({});
});

describe('the job of an earlier attempt', () => {
	const failure = new Failure({ kind: 'request', request: 'POST /x', message: 'Rejected' });

	it('is found by the next one, with the response where that is returned', async () => {
		jest.spyOn(clock, 'now').mockReturnValue(NOW);
		for (const keepResponse of [false, true]) {
			const context = {};
			const received = response('{"id":"a"}');
			const first = tryWith({ context, received: () => received });
			expect(first.requests.earlierJob()).toBeUndefined();
			await first.send(own);
			expect(first.requests.earlierJob()).toBeUndefined();
			first.requests.storeJob('a', { keepResponse });
			const second = tryWith({ context });
			const job = { id: 'a', submittedAt: NOW, hasResponse: keepResponse };
			expect(second.requests.earlierJob()).toEqual(job);
			if (keepResponse) expect(await second.send(own)).toEqual(received);
		}
	});

	it('does not exist after a rejection, or where nothing was sent', async () => {
		const context = {};
		const { requests, send } = tryWith({ context });
		requests.storeJob('a', { keepResponse: true });
		expect(context).toEqual({});
		const rejected = await send(own);
		requests.rejected(response('{}'), failure);
		expect(context).not.toEqual({});
		requests.rejected(rejected, failure);
		expect(context).toEqual({});
	});

	it('may exist after a rejection with an unknown outcome', async () => {
		const context = {};
		const { requests, send } = tryWith({ context });
		requests.rejected(await send(own), failure.with({ outcomeUnknown: true }));
		expect(tryWith({ context }).requests.earlier()).toMatchObject({ kind: 'sent' });
	});
});

describe('what was paid', () => {
	it.each<[string, Failure, number]>([
		['no longer counts what was rejected', rejected, 0],
		['counts what may have been processed', lost, 1],
	])('%s', async (_, failure, count) => {
		const { requests, send, paid } = tryWith({ context: {} });
		await paid.reserve('POST /screening');
		paid.commit();
		paid.countReused();
		requests.rejected(await send(own), failure);
		expect(paid.summary()).toContain(`that may be charged: ${count}.`);
	});

	it('counts a response that an earlier try got as one that was not sent again', async () => {
		const context = {};
		await tryWith({ context }).send(own);
		const { send, paid, requests } = tryWith({ context });
		const recalled = await send(own);
		const text =
			'Requests sent that may be charged: 0. Not sent again because an earlier attempt already got a response: 1.';
		expect(paid.summary()).toBe(text);
		// Nor is it given back: this try has not counted it.
		requests.rejected(recalled, rejected);
		expect(paid.summary()).toBe(text);
	});

	it('counts the cost of a response once, and not again when a later try gets it', async () => {
		const context = {};
		const received = () => response('{"credits_used":3}');
		const costOfTry = async () => {
			const { requests, send, paid } = tryWith({ context, received });
			const value = { credits_used: 3 };
			requests.decoded(await send(own), { kind: 'data', value });
			return /used.*: \d/.exec(paid.summary())?.[0];
		};
		expect(await costOfTry()).toBe('used, according to the service: 3');
		expect(await costOfTry()).toBeUndefined();
	});
});
