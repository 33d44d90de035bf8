import {
	serialize,
	deserialize,
	type StoredResponse,
} from '../../../../nodes/shared/ledger/storedResponse';

const of = (body: Buffer, headers: Record<string, string> = {}) => ({ status: 200, headers, body });

describe('a stored response', () => {
	it.each([
		['text', Buffer.from('{"a":"\u00e4"}')],
		['other bytes', Buffer.from([0xff, 0xfe, 0x00])],
	])('is restored unchanged: %s', (_, body) => {
		const kept = JSON.stringify(serialize(of(body, { location: '/a' })));
		expect(deserialize(JSON.parse(kept) as StoredResponse)).toEqual(of(body, { location: '/a' }));
	});

	it('has no headers that n8n must not save or that only take up room', () => {
		const headers = {
			'set-cookie': 'session=secret',
			date: 'today',
			'x-ratelimit-remaining': '5',
			'x-rate-limit-remaining': '5',
			'content-security-policy': 'none',
			'content-type': 'text/csv',
			'x-job-id': 'j1',
			link: '</x?page=2>; rel="next"',
		};
		const { headers: kept } = serialize(of(Buffer.from(''), headers));
		const { 'content-type': type, 'x-job-id': job, link } = headers;
		expect(kept).toEqual({ 'content-type': type, 'x-job-id': job, link });
	});
});
