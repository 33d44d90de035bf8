import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { NetworkError } from '../../../../nodes/shared/http/networkError';
import { json } from '../responses';
import { dryRan, ran } from './runs';

const SUBMIT = 'submit /screening';
const WAIT = 'submitAndWait /screening';
const SEARCH = 'list /discovery';
const CONTACT = 'call /contact-info';
const lost = () => new NetworkError('ECONNRESET', false, false);

const estimateOf = (json: IDataObject) => json.paidRequests;

describe('a dry run', () => {
	it('shows the request for the first page', () => {
		const { item } = dryRan(SEARCH, { options: { pagination: 'page' } });
		expect(item.json.request).toHaveProperty('body', { who: 'a', page: 1 });
	});

	it.each<[string, INodeParameters, object | undefined, string]>([
		['get /screening/{id}', {}, undefined, ''],
		[CONTACT, {}, { atLeast: 1, atMost: 1 }, '1.'],
		[SUBMIT, {}, { atLeast: 1, atMost: 1 }, '1.'],
		[WAIT, {}, { atLeast: 1, atMost: 1 }, '1.'],
		[SEARCH, { maxPages: 3 }, { atLeast: 1, atMost: 3 }, 'at least 1, at most 3.'],
		[SEARCH, {}, { atLeast: 1 }, 'at least 1, more if lists'],
		[CONTACT, { retryUnsafe: true }, { atLeast: 1 }, 'at least 1, more if lists'],
		[CONTACT, { idempotencyHeader: 'Key' }, { atLeast: 1 }, 'at least 1, more if lists'],
		// Pages are those of a list: 'Max Pages' says nothing about a job.
		[WAIT, { maxPages: 3 }, { atLeast: 1, atMost: 1 }, '1.'],
	])('estimates what %s with %j may cost', (name, options, estimate, summary) => {
		const { item, run } = dryRan(name, { options });
		expect(estimateOf(item.json)).toEqual(estimate);
		expect(run.ledger.summary).toContain(summary);
		expect(run.ledger.summary).not.toContain('need no request');
	});

	it.each<[boolean | 'unknown', string, object]>([
		[true, CONTACT, { atLeast: 0, atMost: 0 }],
		[true, SEARCH, { atLeast: 0, atMost: 0 }],
		['unknown', CONTACT, { atLeast: 0, atMost: 1 }],
		[false, CONTACT, { atLeast: 1, atMost: 1 }],
	])('of an item that an earlier execution has sent (%s): %s', (isProcessed, name, estimate) => {
		expect(estimateOf(dryRan(name, { item: { isProcessed } }).item.json)).toEqual(estimate);
	});

	describe('after an earlier try', () => {
		const after = async (name: string, answer: () => unknown, options: INodeParameters = {}) => {
			const context = {};
			await ran(name, { answer, context });
			const before = structuredClone(context);
			const dry = dryRan(name, { context, options });
			expect(context).toEqual(before);
			return dry;
		};

		it('may cost the later pages of a list', async () => {
			const { item } = await after(SEARCH, () => ({ data: [] }), { maxPages: 2 });
			expect(item.json.paidRequests).toEqual({ atLeast: 0, atMost: 2 });
		});

		it('says that a lost request may have been charged', async () => {
			const { hints } = await after(CONTACT, lost);
			expect(hints).toContainEqual(expect.stringMatching(/got no usable response: 0\..*charged/));
		});
	});
});

describe('a request that was not sent again', () => {});

describe('each operation', () => {
	it("uses the item's options for its requests, and its response format", async () => {
		let attempts = 0;
		const answer = () => (++attempts === 1 ? json({}, 500) : { ok: true });
		const { items } = await ran('call /profiles', {
			answer,
			options: { maxRetries: 1, maxRetryDelay: 0, responseFormat: 'text' },
		});
		expect([attempts, items?.[0]?.json]).toEqual([2, { data: '{"ok":true}' }]);
	});
});
