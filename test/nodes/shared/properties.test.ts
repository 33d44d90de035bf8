import { NO_OVERRIDES } from '../../../nodes/shared/recognition/stateWords';
import { Failure } from '../../../nodes/shared/failure/Failure';
import type { Content } from '../../../nodes/shared/http/types';
import { leadsInside } from '../../../nodes/shared/http/address';
import { parseBaseUrl } from '../../../nodes/shared/http/baseUrl';
import { readPages } from '../../../nodes/shared/lists/readPages';
import { DEFAULT_PAGE_SETTINGS } from '../../../nodes/shared/lists/scheme';
import { toRequest, type RequestDraft } from '../../../nodes/shared/request/draft';
import { createRedact, createResponseRedact } from '../../../nodes/shared/transport/redact';
import { followRedirect } from '../../../nodes/shared/transport/redirect';
import { readRetryAfterMs } from '../../../nodes/shared/transport/rateLimit';
import { nestRows } from '../../../nodes/shared/values/nesting';
import { request, response, thrownBy } from './responses';
import { fc } from '../../support/properties';

/** Texts that mean something in addresses, code and JSON, among any others. */
const special = fc.constantFrom(
	...['/', '\\', '..', '.', '?', '#', '%', '%2e', '%2F', '@', ':', '//', '&', '=', ' ', '\n', '\0'],
	...['__proto__', 'constructor', '{id}', '$&', '$1', '[', ']', '"', "'", '\uFEFF', '\ud800'],
);
const anyText = fc
	.array(fc.oneof(special, fc.string({ unit: 'binary', maxLength: 8 })), { maxLength: 6 })
	.map((parts) => parts.join(''));

const ORIGIN = 'https://api.example.com';
const BASE = `${ORIGIN}/v1`;

/** Where somebody may want a request to go. */
const anyAddress = fc.oneof(
	anyText,
	fc.webUrl({ withFragments: true, withQueryParameters: true }),
	fc
		.tuple(
			fc.constantFrom('https://', 'http://', '//', 'https:\\\\', 'ftp://', 'javascript:', ''),
			fc.constantFrom('', 'user:pass@', 'api.example.com@', '@', 'a:b@c@'),
			fc.constantFrom(
				...['api.example.com', 'API.EXAMPLE.COM', 'api.example.com.', 'api.example.com:443'],
				...['api.example.com:8443', 'api.example.com.evil.example', 'evil.example', 'localhost'],
				...['127.0.0.1', '2130706433', '0x7f.1', '[::1]', '[::ffff:10.0.0.1]', '169.254.169.254'],
			),
			fc.constantFrom('', '/', '/v1/x', '?a=b', '#c', '/..;/x', '\\x'),
		)
		.map((parts) => parts.join('')),
	fc.tuple(fc.ipV4(), fc.nat(70_000)).map(([host, port]) => `http://${host}:${port}/x`),
	fc.ipV6().map((host) => `http://[${host}]/x`),
);

describe('the id in a path', () => {
	const endpoint = { method: 'GET', path: '/things/{id}/parts' } as const;
	const urlWith = (id: unknown) => toRequest({ endpoint, id, query: [] }, BASE).url;

	it('is one segment of the path, whatever it is, and is decoded unchanged', () => {
		fc.assert(
			fc.property(anyText, (id) => {
				const thrown = thrownBy(() => urlWith(id));
				if (thrown !== undefined) {
					expect(thrown).toBeInstanceOf(Failure);
					return;
				}
				const url = new URL(`${urlWith(id)}?limit=1`);
				const [before, segment, behind, ...more] = url.pathname.slice('/v1/'.length).split('/');
				expect([url.origin, before, behind, more]).toEqual([ORIGIN, 'things', 'parts', []]);
				expect(decodeURIComponent(segment)).toBe(id.trim());
				expect([url.search, url.hash]).toEqual(['?limit=1', '']);
			}),
		);
	});

	it.each(['.', '..', '', ' ', null, undefined, {}, [], NaN, true])('%j is rejected', (id) => {
		expect(thrownBy(() => urlWith(id))).toBeInstanceOf(Failure);
	});
});

describe('the names of fields', () => {
	const rows = fc.array(fc.record({ name: anyText, value: fc.jsonValue() }), { maxLength: 6 });

	it('nest in one way, or are rejected, and never reach beyond the body', () => {
		fc.assert(
			fc.property(rows, (given) => {
				const before = JSON.stringify(Object.getOwnPropertyNames(Object.prototype));
				const thrown = thrownBy(() => nestRows(given, 'Other Fields'));
				expect(JSON.stringify(Object.getOwnPropertyNames(Object.prototype))).toBe(before);
				if (thrown !== undefined) {
					expect(thrown).toBeInstanceOf(Failure);
					return;
				}
				const body = nestRows(given, 'Other Fields');
				for (const { name, value } of given) {
					const found = name
						.split('.')
						.reduce<unknown>((holder, part) => (holder as Record<string, unknown>)[part], body);
					expect(found).toBe(value);
				}
				expect(Object.getPrototypeOf(body)).toBe(Object.prototype);
			}),
		);
	});
});

describe('a link to the next page', () => {
	const draft: RequestDraft = { endpoint: { method: 'GET', path: '/things' }, query: [] };

	it('leads to the origin of the service or nowhere', async () => {
		await fc.assert(
			fc.asyncProperty(anyAddress, async (next) => {
				const asked: string[] = [];
				const read = async (each: RequestDraft) => {
					const { url, authenticated } = toRequest(each, BASE);
					expect(authenticated).toBe(true);
					asked.push(url);
					const value = asked.length === 1 ? { data: [{ id: 1 }], next } : { data: [] };
					const content: Content = { kind: 'data', value };
					return { content, response: response() };
				};
				await readPages({
					service: { baseUrl: BASE, read },
					draft,
					options: {
						settings: DEFAULT_PAGE_SETTINGS,
						maxRows: Infinity,
						maxPages: 3,
						stated: { overrides: NO_OVERRIDES },
					},
				});
				for (const url of asked) expect(new URL(url).origin).toBe(ORIGIN);
			}),
		);
	});
});

describe('a redirect', () => {
	const statuses = fc.constantFrom(300, 301, 302, 303, 304, 305, 307, 308);
	const to = (status: number, location: string) => response('', { location }, status);

	it('of a GET sends the token to the same origin only, and never leads into a private network', () => {
		fc.assert(
			fc.property(anyAddress, statuses, (location, status) => {
				const outcome = thrownBy(() => followRedirect(request(), to(status, location), 0));
				if (outcome !== undefined) {
					expect(outcome).toBeInstanceOf(Failure);
					return;
				}
				const next = followRedirect(request(), to(status, location), 0);
				if (next === undefined) return;
				const url = new URL(next.url);
				expect(url.protocol).toMatch(/^https?:$/);
				expect(next.authenticated).toBe(url.origin === ORIGIN);
				if (next.authenticated) expect([url.username, url.password]).toEqual(['', '']);
				expect(leadsInside(new URL(ORIGIN), url)).toBe(false);
			}),
		);
	});

	it('of a POST never sends its body elsewhere', () => {
		fc.assert(
			fc.property(anyAddress, statuses, fc.boolean(), (location, status, document) => {
				const post = request('POST', { body: '{"paid":true}', document });
				const outcome = thrownBy(() => followRedirect(post, to(status, location), 0));
				if (outcome !== undefined) {
					expect(outcome).toBeInstanceOf(Failure);
					return;
				}
				const next = followRedirect(post, to(status, location), 0);
				if (next?.body === undefined) return;
				expect(new URL(next.url).origin).toBe(ORIGIN);
				expect([307, 308]).toContain(status);
			}),
		);
	});
});

describe('a base URL', () => {
	it('is rejected, or is a URL that paths can be appended to', () => {
		fc.assert(
			fc.property(anyAddress, (entered) => {
				const thrown = thrownBy(() => parseBaseUrl(entered));
				if (thrown !== undefined) {
					expect(thrown).toBeInstanceOf(Failure);
					expect(JSON.stringify(thrown)).not.toContain('user:pass@');
					return;
				}
				const base = parseBaseUrl(entered);
				const url = new URL(`${base}/things?limit=1`);
				expect(url.protocol).toMatch(/^https?:$/);
				expect([url.username, url.password, url.hash]).toEqual(['', '', '']);
				expect(url.pathname).toMatch(/\/things$/);
				expect(url.search).toBe('?limit=1');
				expect(parseBaseUrl(base)).toBe(base);
			}),
		);
	});
});

describe('redaction', () => {
	const token = fc
		.string({ minLength: 6, maxLength: 80, unit: 'grapheme-ascii' })
		.filter((text) => {
			return text.trim().length >= 6 && !/\s/.test(text);
		});
	const plainToken = fc.stringMatching(/^[A-Za-z][A-Za-z0-9_.-]{7,60}$/);
	/** As JSON, in a URL, in hexadecimal, in Base64. */
	const ways: Array<(secret: string) => string> = [
		(secret) => JSON.stringify(secret).slice(1, -1),
		(secret) => encodeURIComponent(secret),
		(secret) => Buffer.from(secret).toString('hex'),
		(secret) => Buffer.from(secret).toString('base64'),
	];

	it('leaves no token, whatever surrounds it and however it is encoded', () => {
		fc.assert(
			fc.property(plainToken, fc.constantFrom(...ways), fc.json(), (secret, write, around) => {
				const written = write(secret);
				const clean = createRedact(secret)(`{"before":${around},"echo":"${written}"}`);
				expect(clean).not.toContain(written);
				const { echo } = JSON.parse(clean) as { echo: string };
				expect(echo).toMatch(/^\[token removed\].{0,4}$/);
			}),
		);
	});

	it('leaves JSON valid, and everything else in it unchanged', () => {
		fc.assert(
			fc.property(token, fc.jsonValue({ maxDepth: 3 }), (secret, value) => {
				const redact = createRedact(secret);
				const text = JSON.stringify({ value, echo: secret });
				const clean = JSON.parse(redact(text)) as { value: unknown; echo: unknown };
				expect(JSON.stringify(clean)).not.toContain(JSON.stringify(secret));
				if (!redact(JSON.stringify(value)).includes('[token removed]')) {
					expect(clean.value).toEqual(JSON.parse(JSON.stringify(value)));
				}
			}),
		);
	});

	it('changes no byte where there is no token', () => {
		fc.assert(
			fc.property(fc.uint8Array({ maxLength: 500 }), (bytes) => {
				const body = Buffer.from(bytes);
				const sent = response(body, { 'content-type': 'application/octet-stream' });
				const clean = createResponseRedact('a-token-of-some-length')(sent);
				expect(clean.body.equals(body)).toBe(true);
			}),
		);
	});
});

describe('Retry-After', () => {
	const NOW = Date.parse('2026-01-01T00:00:00Z');
	const YEAR_MS = 365 * 24 * 60 * 60 * 1_000;

	it('is no wait, or one between none and a year, whatever the header says', () => {
		const numbers = fc.double().map(String);
		const dates = fc.date({ noInvalidDate: true }).map((date) => date.toUTCString());
		fc.assert(
			fc.property(fc.oneof(anyText, numbers, dates), (header) => {
				const asked = readRetryAfterMs({ 'retry-after': header }, NOW);
				if (asked === undefined) return;
				expect(asked).toBeGreaterThanOrEqual(0);
				expect(asked).toBeLessThanOrEqual(YEAR_MS);
			}),
		);
	});

	it('is honoured to the second', () => {
		fc.assert(
			fc.property(fc.nat(365 * 24 * 60 * 60), (seconds) => {
				expect(readRetryAfterMs({ 'retry-after': String(seconds) }, NOW)).toBe(seconds * 1_000);
				const date = new Date(NOW + seconds * 1_000).toUTCString();
				expect(readRetryAfterMs({ 'retry-after': date }, NOW)).toBe(seconds * 1_000);
			}),
		);
	});
});
