import {
	isStored,
	serialize,
	deserialize,
	sizeOf,
} from '../../../../nodes/shared/jobs/storedResponse';

const of = (body: Buffer, headers: Record<string, string> = {}) => ({ status: 200, headers, body });

describe('a stored response', () => {
	it.each([
		['text', Buffer.from('{"a":"\u00e4"}'), { text: '{"a":"\u00e4"}' }],
		['other bytes', Buffer.from([0xff, 0xfe, 0x00]), { base64: '//4A' }],
	])('is restored unchanged: %s', (_, body, form) => {
		const kept = serialize(of(body, { location: '/a' }));
		expect(kept).toEqual({ status: 200, headers: { location: '/a' }, ...form });
		expect(deserialize(kept)).toEqual(of(body, { location: '/a' }));
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
		};
		const { headers: kept } = serialize(of(Buffer.from(''), headers));
		expect(kept).toEqual({ 'content-type': 'text/csv', 'x-job-id': 'j1' });
	});

	it.each([
		[true, { status: 200, headers: {}, text: '' }],
		[true, { status: 200, headers: { a: 'b' }, base64: '' }],
		[false, { status: 200, headers: {} }],
		[false, { status: '200', headers: {}, text: '' }],
		[false, { status: 200, headers: { a: 1 }, text: '' }],
		[false, null],
	])('is distinguished from invalid data: %s for %j', (expected, value) => {
		expect(isStored(value)).toBe(expected);
	});

	it('is as large as its headers and its text', () => {
		expect(sizeOf({ status: 200, headers: {}, text: 'abc' })).toBe(5);
	});
});
