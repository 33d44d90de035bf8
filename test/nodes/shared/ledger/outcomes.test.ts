import { readFileSync } from 'node:fs';

import { Cancelled } from '../../../../nodes/shared/failure/Cancelled';
import { Failure } from '../../../../nodes/shared/failure/Failure';
import type { Entry } from '../../../../nodes/shared/ledger/Entries';
import { Ledger } from '../../../../nodes/shared/ledger/Ledger';
import { decide, OUTCOMES, outcomeOf } from '../../../../nodes/shared/ledger/outcomes';
import { projectRoot } from '../../../engine/package';
import { request } from '../responses';

describe('what follows from an outcome is what docs/money.md says', () => {
	const lines = readFileSync(`${projectRoot}/docs/money.md`, 'utf8').split('\n');
	const rows = lines.map((line) => line.split('|').map((cell) => cell.trim()));

	it.each<[keyof typeof OUTCOMES, string]>([
		['accepted', 'accepted, '],
		['rejected', 'rejected: '],
		['unclear', 'an error under 200 without a code'],
		['lost', 'lost, '],
		['damaged', 'damaged: '],
		['notSent', 'not sent'],
	])('of one that is %s', (outcome, begin) => {
		const found = rows.filter(([, when = '']) => when.startsWith(begin));
		const [[, , onFail, execution, counts, key]] = found;
		const isSent = (cell: string) => /^sent( again)?$/.test(cell);
		expect(found).toHaveLength(1);
		expect(OUTCOMES[outcome]).toEqual({
			counts: counts.startsWith('yes'),
			keepsKey: key === 'stays',
			retryOnFail: isSent(onFail),
			retryExecution: isSent(execution),
		});
	});
});

const response = { status: 200, headers: {}, text: '{}' };
const entry = (outcome: Entry['outcome'], more: Partial<Entry> = {}): Entry => ({
	...{ outcome, at: 0, fingerprints: [] },
	...more,
});

describe('a request', () => {
	it.each<[string, Entry | undefined, string, string, string]>([
		// By Retry On Fail, by it with a key or Retry Unsafe, and by "Retry execution".
		['that is new', undefined, 'send', 'send', 'send'],
		['that was accepted', entry('accepted', { response }), 'reuse', 'reuse', 'reuse'],
		['whose response was too large to store', entry('accepted'), 'block', 'send', 'block'],
		['that got an error without a code', entry('unclear', { response }), 'reuse', 'reuse', 'send'],
		['that was lost', entry('lost'), 'block', 'send', 'block'],
		['whose job is known', entry('accepted', { job: 'a1' }), 'block', 'send', 'block'],
		['whose entry is damaged', entry('damaged'), 'block', 'send', 'block'],
	])('%s', (_, found, retryOnFail, withKey, retryExecution) => {
		const how = { entry: found, isSameExecution: true, mayRepeat: false };
		expect([
			decide(how),
			decide({ ...how, mayRepeat: true }),
			decide({ ...how, isSameExecution: false }),
		]).toEqual([retryOnFail, withKey, retryExecution]);
	});
});

const failed = (details: Partial<Failure['details']>) =>
	new Failure({ kind: 'request', request: 'POST /x', message: 'No', ...details } as never);

it.each<[string, unknown, string]>([
	['is read', undefined, 'accepted'],
	['cannot be read', failed({ status: 200, outcomeUnknown: true }), 'accepted'],
	['differs from the contract', new Failure({ kind: 'response', message: 'x' }), 'accepted'],
	['makes the node fail', new TypeError('x'), 'accepted'],
	['names a status', failed({ status: 422 }), 'rejected'],
	['names none', failed({ status: 400, isStatusAssumed: true }), 'unclear'],
	['is a server error', failed({ status: 500, outcomeUnknown: true }), 'lost'],
])('a response that %s', (_, error, outcome) => {
	expect(outcomeOf(error, { wasRead: true })).toBe(outcome);
});

it.each<[string, unknown, string]>([
	['a rejection', failed({ status: 422 }), 'rejected'],
	['a lost connection', failed({ outcomeUnknown: true }), 'lost'],
	['Stop while it was under way', Cancelled.whileInFlight(), 'lost'],
	['Stop before it was sent', new Cancelled(), 'notSent'],
	['a host that is not found', failed({ code: 'ENOTFOUND' }), 'notSent'],
])('a request without a response after %s', (_, error, outcome) => {
	expect(outcomeOf(error, { wasRead: false })).toBe(outcome);
});

it('an item whose request is blocked by damaged data may have to be paid for, so its key stays', async () => {
	const ledger = new Ledger(
		{ creatorIntelligence: 'damaged' },
		{ name: '0', execution: '1', max: 0 },
	);
	const send = jest.fn();
	const paid = {
		...{ request: request('POST'), item: 3, name: '3', fingerprints: ['f'] },
		...{ retryUnsafe: false, notSentMessage: 'It was not sent again' },
	};
	await expect(ledger.once(paid, { send }, () => 'read')).rejects.toMatchObject({
		details: { outcomeUnknown: true },
	});
	expect(send).not.toHaveBeenCalled();
	expect(ledger.paidItems).toEqual(new Map([[3, 'lost']]));
});
