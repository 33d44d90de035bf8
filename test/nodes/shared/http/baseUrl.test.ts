import { parseBaseUrl, parseUrl, withoutUserInfo } from '../../../../nodes/shared/http/baseUrl';
import { thrownBy } from '../responses';

describe('a base URL', () => {
	it.each([
		['https://api.example.com', 'https://api.example.com'],
		['https://api.example.com/', 'https://api.example.com'],
		['https://api.example.com/v2', 'https://api.example.com/v2'],
		['https://api.example.com/v2//', 'https://api.example.com/v2'],
		['  HTTPS://API.Example.com:443/V2/ ', 'https://api.example.com/V2'],
		['http://127.0.0.1:3000', 'http://127.0.0.1:3000'],
		['http://[::1]:3000/a b', 'http://[::1]:3000/a%20b'],
	])('%j is read as %s', (entered, url) => {
		expect(parseBaseUrl(entered)).toBe(url);
	});

	it.each([undefined, null, '', '  ', 5, {}])('%j is missing', (entered) => {
		expect(thrownBy(() => parseBaseUrl(entered))).toMatchObject({
			details: { message: 'The credential has no Base URL' },
		});
	});

	it.each([
		'api.example.com',
		'localhost:3000',
		'ftp://api.example.com',
		'file:///etc/passwd',
		'javascript:alert(1)',
		'http://',
		'https://exa mple.com',
		'/v2',
	])('%s is not an http or https URL', (entered) => {
		expect(thrownBy(() => parseBaseUrl(entered))).toMatchObject({
			details: {
				message: 'The Base URL of the credential is not an http or https URL',
				description: expect.stringContaining(`it is '${entered}'`),
			},
		});
	});

	it.each(['https://x.example/?key=1', 'https://x.example/v2#a', 'https://x.example/v2?'])(
		'%s has more than host and path',
		(entered) => {
			expect(thrownBy(() => parseBaseUrl(entered))).toMatchObject({
				details: { message: 'The Base URL of the credential contains a ? or a #' },
			});
		},
	);

	it.each([
		'https://user:secret@x.example/v2',
		'https://secret@x.example',
		'https://:secret@x.example',
		'https:\\\\user:secret@x.example',
		'http://x.example:secret@y.example/',
	])('%s has a user name or a password', (entered) => {
		const thrown = thrownBy(() => parseBaseUrl(entered));
		expect(thrown).toMatchObject({
			details: { message: 'The Base URL of the credential contains a user name or a password' },
		});
		expect(JSON.stringify(thrown)).not.toContain('secret');
	});

	it('that may be the token itself is not shown', () => {
		const thrown = thrownBy(() => parseBaseUrl('test-token-123'));
		expect(thrown).toHaveProperty('details.message', expect.stringContaining('not an http'));
		expect(JSON.stringify(thrown)).not.toContain('test-token-123');
	});

	it('that is wrong is shown without what may be a token', () => {
		const thrown = thrownBy(() => parseBaseUrl('api.example.com/v2?token=secret'));
		expect(thrown).toHaveProperty(
			'details.description',
			expect.stringContaining('api.example.com'),
		);
		expect(JSON.stringify(thrown)).not.toContain('secret');
	});

	it.each(['ftp://user:pa@ss@host', 'user:pass@host', 'ftp://pass@host/x@y'])(
		'that is wrong is shown without what may be a password: %s',
		(entered) => {
			const thrown = thrownBy(() => parseBaseUrl(entered));
			expect(thrown).toHaveProperty('details.description', expect.stringContaining('host'));
			expect(JSON.stringify(thrown)).not.toMatch(/pass|pa@|ss@|user/);
		},
	);
});

it.each<[string, string | undefined, string | undefined]>([
	['https://x.example', undefined, 'https://x.example/'],
	['?a=1', 'https://x.example/b', 'https://x.example/b?a=1'],
	['http://', undefined, undefined],
	['/b', undefined, undefined],
])('the URL %s from %s is %s', (text, base, href) => {
	expect(parseUrl(text, base)?.href).toBe(href);
});

it.each([
	['https://user:pass@x.example/b?c=d#e', 'https://x.example/b?c=d#e'],
	['https://user@x.example/', 'https://x.example/'],
	['https://x.example/a@b', 'https://x.example/a@b'],
	['https://x.example', 'https://x.example'],
	['not an address', 'not an address'],
])('%s is %s without its user info', (address, clean) => {
	expect(withoutUserInfo(address)).toBe(clean);
});
