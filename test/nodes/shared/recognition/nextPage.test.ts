import {
	cursorName,
	readNext,
	type NextReading,
} from '../../../../nodes/shared/recognition/nextPage';
import { nextNoun } from '../../../../nodes/shared/recognition/pageKeys';

describe('a field for the next page', () => {
	it.each([
		'next',
		'nextPage',
		'next_page_token',
		'NextMarker',
		'next-cursor',
		'cursor_next',
		'@odata.nextLink',
		'hydra:next',
	])('%s', (key) => {
		expect(nextNoun(key)).toBeDefined();
	});

	it.each(['next_run_at', 'nextBillingDate', 'nextStatus', 'context', 'previous', 'next_of_kin'])(
		'is not %s',
		(key) => {
			expect(nextNoun(key)).toBeUndefined();
		},
	);

	it('is recognised quickly, however long its name', () => {
		expect(nextNoun(`next${'pagetoken'.repeat(2_000)}!x`)).toBeUndefined();
	});
});

describe('the value in it', () => {
	it.each<[string, unknown, NextReading]>([
		['next', null, 'end'],
		['next', true, 'more'],
		['next', [], 'end'],
		[
			'next',
			{ page: 2, starting_after: 'abc' },
			{ kind: 'cursor', value: 'abc', name: 'starting_after' },
		],
		['next', { page: 2 }, { kind: 'page', value: 2, name: 'page' }],
		['next', { url: '/x', title: 'Next' }, { kind: 'link', value: '/x' }],
		['next', { what: { ever: 1 } }, 'unusable'],
		['next', 2, { kind: 'page', value: 2 }],
		['next_page', '2', { kind: 'page', value: 2, name: 'page' }],
		['next_cursor', 2, { kind: 'cursor', value: 2, name: 'cursor' }],
		['next_cursor', '2', { kind: 'cursor', value: '2', name: 'cursor' }],
		['next_cursor', 'https://x.example/p?c=2', { kind: 'link', value: 'https://x.example/p?c=2' }],
		['next_url', 'things?page=2', { kind: 'link', value: 'things?page=2' }],
		['next_start', 20, { kind: 'offset', value: 20, name: 'start' }],
		['next_max_id', 'QVF', { kind: 'cursor', value: 'QVF', name: 'max_id' }],
	])('%s: %j', (key, raw, reading) => {
		expect(readNext(key, nextNoun(key) ?? '', raw)).toEqual(reading);
	});
});

describe('the field in which a cursor is sent', () => {
	it.each([
		['next_cursor', 'cursor'],
		['nextPageToken', 'pageToken'],
		['NextContinuationToken', 'ContinuationToken'],
		['NextToken', 'NextToken'],
		['next_key', 'next_key'],
		['_scroll_id', 'scroll_id'],
		['next', 'next'],
		['next_stream_position', 'stream_position'],
		['next_cursor_str', 'cursor'],
		['next-page-token', 'page_token'],
	])('%s: %s', (key, name) => {
		expect(cursorName(key)).toBe(name);
	});
});
