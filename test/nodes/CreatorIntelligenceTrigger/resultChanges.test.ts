import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { idIn, useScriptedService } from './scriptedService';
import { jobOf, newProcess, type Trigger } from './trigger';

const service = useScriptedService();
beforeEach(newProcess);

const watching = (more: INodeParameters = {}) =>
	service.trigger({ event: 'screeningChanged', ids: 'x', options: { maxRetries: 0 }, ...more });
const polls = async (trigger: Trigger, count: number) => {
	for (let at = 0; at < count; at++) expect((await trigger.poll()).error).toBeUndefined();
};
const changedOf = ({ finished }: Trigger) => finished.map(({ changed }) => changed as IDataObject);
const items = (from: number, to: number) =>
	Array.from({ length: to - from }, (_, n) => ({ id: `item-${from + n}` }));

describe('an incomplete list of flagged items', () => {
	/** Three pages of ten, by cursor. */
	const pages = (cursor: number) => ({
		data: items(cursor, cursor + 10),
		next_cursor: cursor < 20 ? String(cursor + 10) : null,
		has_more: cursor < 20,
	});
	const cursorIn = (query: unknown) => Number((query as { cursor?: string }).cursor ?? 0);

	beforeEach(() => {
		service.answers.status = () => ({ status: 'SUCCESS', risk_rating: 'LOW' });
		service.answers.contents = ({ query }) => pages(cursorIn(query));
	});

	it.each([10, 20])('a missing page at %d is no removal', async (missing) => {
		const trigger = watching();
		await polls(trigger, 2);
		service.answers.contents = ({ query }) => {
			const cursor = cursorIn(query);
			return cursor === missing ? { ...pages(missing - 10), has_more: true } : pages(cursor);
		};
		await polls(trigger, 1);
		service.answers.contents = ({ query }) => pages(cursorIn(query));
		await polls(trigger, 2);
		expect(changedOf(trigger)).toEqual([]);
	});

	it.each([0, 10, 20])('an empty page at %d is no removal', async (empty) => {
		const trigger = watching();
		await polls(trigger, 2);
		service.answers.contents = ({ query }) => {
			const cursor = cursorIn(query);
			return cursor === empty ? { ...pages(empty), data: [] } : pages(cursor);
		};
		await polls(trigger, 1);
		service.answers.contents = ({ query }) => pages(cursorIn(query));
		await polls(trigger, 2);
		expect(changedOf(trigger)).toEqual([]);
	});

	it.each([1, 2, 3])('an empty page %d is no removal, where pages have numbers', async (empty) => {
		const pageIn = (query: unknown) => Number((query as { page?: string }).page ?? 1);
		const byNumber = (page: number) => ({
			data: items((page - 1) * 10, page * 10),
			total: 30,
			page,
			total_pages: 3,
		});
		service.answers.contents = ({ query }) => byNumber(pageIn(query));
		const trigger = watching();
		await polls(trigger, 2);
		service.answers.contents = ({ query }) => {
			const page = pageIn(query);
			return page === empty ? { ...byNumber(page), data: [] } : byNumber(page);
		};
		await polls(trigger, 1);
		service.answers.contents = ({ query }) => byNumber(pageIn(query));
		await polls(trigger, 2);
		expect(changedOf(trigger)).toEqual([]);
	});

	it('a list that is empty is no removal, until it stays so', async () => {
		const trigger = watching();
		await polls(trigger, 2);
		service.answers.contents = () => ({ data: [] });
		await polls(trigger, 2);
		expect(changedOf(trigger)).toEqual([]);
		await polls(trigger, 2);
		expect(changedOf(trigger)).toMatchObject([{ added: [], removed: { length: 30 } }]);
	});

	it('new items are emitted at once, even along with an empty page', async () => {
		const trigger = watching();
		await polls(trigger, 2);
		service.answers.contents = ({ query }) => {
			const page = pages(cursorIn(query));
			if (cursorIn(query) === 30) return { data: [], has_more: false };
			return page.has_more
				? page
				: { data: [...page.data, { id: 'new' }], next_cursor: '30', has_more: true };
		};
		await polls(trigger, 1);
		expect(changedOf(trigger)).toMatchObject([{ added: [{ id: 'new' }], removed: [] }]);
	});

	it('an item that is gone from a complete list is removed', async () => {
		const trigger = watching();
		await polls(trigger, 2);
		service.answers.contents = () => ({ data: items(1, 8), next_cursor: null });
		await polls(trigger, 1);
		expect(changedOf(trigger)).toMatchObject([{ added: [], removed: { length: 23 } }]);
	});

	it('a list that stays incomplete is finally accepted as it is, once', async () => {
		const trigger = watching();
		await polls(trigger, 2);
		service.answers.contents = () => ({
			data: items(0, 9),
			next_cursor: '9',
			has_more: true,
		});
		await polls(trigger, 8);
		expect(changedOf(trigger)).toMatchObject([{ added: [], removed: { length: 21 } }]);
	});
});

describe('a change of a result', () => {
	const status = (result: IDataObject) => () => ({
		status: 'SUCCESS',
		risk_rating: 'LOW',
		...result,
	});

	it.each<[string, IDataObject, IDataObject]>([
		['follower_count', { profile: { follower_count: 10 } }, { profile: { follower_count: 11 } }],
		['followersCount', { followersCount: 10 }, { followersCount: 11 }],
		['a counter that was missing', { view_count: null }, { view_count: 3 }],
		['a counter as text', { likes: '1,204' }, { likes: '1.3M' }],
		['a counter of counters', { followers: { a: 1, b: 2 } }, { followers: { a: 2, b: 2 } }],
		['times and links', { checked_at: 'a', report_url: 'b' }, { checked_at: 'c', report_url: 'd' }],
	])('%s is not news', async (_, before, after) => {
		service.answers.status = status(before);
		const trigger = watching();
		await polls(trigger, 2);
		service.answers.status = status(after);
		await polls(trigger, 2);
		expect(trigger.finished).toEqual([]);
	});

	it.each<[string, IDataObject, IDataObject]>([
		['the rating', { risk_rating: 'LOW' }, { risk_rating: 'HIGH' }],
		['a word', { summary: 'a' }, { summary: 'b' }],
		['comments that are no counter', { comments: [{ text: 'a' }] }, { comments: [{ text: 'b' }] }],
	])('%s is news', async (_, before, after) => {
		service.answers.status = status(before);
		const trigger = watching();
		await polls(trigger, 2);
		service.answers.status = status(after);
		await polls(trigger, 2);
		expect(trigger.finished).toHaveLength(1);
	});
});

describe.each([
	'constructor',
	'__proto__',
	'prototype',
	'toString',
	'hasOwnProperty',
	'toJSON',
	'__dataChanged',
	'length',
	'then',
])('the id %s', (id) => {
	it('of a screening is an id', async () => {
		let rating = 'LOW';
		service.answers.status = () => ({ status: 'SUCCESS', risk_rating: rating });
		const trigger = watching({ ids: `${id},other` });
		await polls(trigger, 2);
		trigger.restart();
		await polls(trigger, 2);
		expect(trigger.finished).toEqual([]);
		rating = 'HIGH';
		await polls(trigger, 3);
		expect(trigger.finished.map((json) => jobOf(json).id)).toEqual([id, 'other']);
		expect(trigger.finished[0]).toMatchObject({ previous: { riskRating: 'LOW' } });
		expect(service.server.requests.map(({ url }) => url)).toContain(`/screening/${id}`);
		const { items: sample } = await trigger.poll({ manual: true });
		expect(jobOf(sample?.[0]?.[0]?.json)).toMatchObject({ id });
	});

	it('of a job is an id', async () => {
		service.answers.status = () => ({ status: 'SUCCESS' });
		const trigger = service.trigger({ ids: `${id},other` });
		await polls(trigger, 2);
		trigger.restart();
		await polls(trigger, 2);
		expect(trigger.finished.map((json) => jobOf(json).id)).toEqual([id, 'other']);
	});

	it('of a submitted job is an id', async () => {
		service.answers.submit = () => ({ id });
		const trigger = service.trigger({ source: 'submit', bodyMode: 'json', bodyJson: '{"a":1}' });
		await polls(trigger, 3);
		trigger.restart();
		service.answers.status = (request) => ({ status: 'SUCCESS', of: idIn(request) });
		await polls(trigger, 3);
		expect(trigger.finished.map((json) => [jobOf(json).id, json.of])).toEqual([[id, id]]);
	});
});

describe('a job that failed, and finished after all', () => {
	const states = (...words: string[]) => {
		let reads = 0;
		service.answers.status = () => ({ status: words[Math.min(reads++, words.length - 1)] });
	};

	it.each([
		['failed at once', ['FAILED', 'SUCCESS']],
		['failed for a while', ['PENDING', 'FAILED', 'FAILED', 'PENDING', 'FAILED', 'SUCCESS']],
	])('%s: is emitted with the outcome Finished', async (_, words) => {
		states(...words);
		const trigger = service.trigger({ ids: 'x', outcome: 'finished' });
		await polls(trigger, words.length + 2);
		expect(trigger.finished.map((json) => jobOf(json).state)).toEqual(['finished']);
	});

	it('also if the trigger submitted it, and across a restart', async () => {
		states('FAILED', 'FAILED', 'FAILED', 'SUCCESS');
		const parameters = { bodyMode: 'json', bodyJson: '{"a":1}', outcome: 'finished' };
		const trigger = service.trigger({ source: 'submit', ...parameters });
		await polls(trigger, 4);
		trigger.restart();
		await polls(trigger, 4);
		expect(trigger.finished.map((json) => jobOf(json).state)).toEqual(['finished']);
		expect(service.submitted()).toBe(1);
	});

	it('failed jobs do not keep it from submitting', async () => {
		states('FAILED');
		const at = Date.now() - 3_600_000;
		const watched = Array.from({ length: 150 }, (_, n) => ({
			id: `f${n}`,
			path: '/screening',
			at,
		}));
		const options = { staticData: { submissions: { last: at, watched: watched.slice(0, 99) } } };
		const parameters = { bodyMode: 'json', bodyJson: '{"a":1}', outcome: 'finished' };
		const trigger = service.trigger({ source: 'submit', repeat: 'hours', ...parameters }, options);
		await polls(trigger, 4);
		expect(service.submitted()).toBe(1);
	});
});

describe('a word that the user declares pending', () => {
	it.each(['THROTTLED', 'expired', 'aborted', 'rejected', 'error'])('%s', async (word) => {
		const options = { pendingStates: 'throttled, expired, aborted, rejected, error' };
		for (const outcome of ['any', 'failed', 'finished']) {
			newProcess();
			service.answers.status = () => ({ status: word });
			const trigger = service.trigger({ ids: 'x', outcome, options });
			await polls(trigger, 3);
			expect(trigger.finished).toEqual([]);
			service.answers.status = () => ({ status: 'SUCCESS' });
			await polls(trigger, 2);
			expect(trigger.finished).toHaveLength(outcome === 'failed' ? 0 : 1);
		}
	});
});
