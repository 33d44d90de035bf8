import type { SecureVersion } from 'node:tls';

import { selfSigned, startTlsServer, trust } from '../support/tls';
import { getContact, getProfile } from './calls';

/** What may stand in a stream that is to be secure. */
const BYTES = {
	'plain text': Buffer.from('HTTP/1.1 400 Bad Request\r\ncontent-length: 0\r\n\r\n'),
	'an alert': Buffer.from([0x15, 3, 3, 0, 2, 2, 40]),
	'a record that is too long': Buffer.from([0x17, 3, 3, 0xff, 0xff, 1, 2, 3]),
	'a record of no type': Buffer.from([0x99, 3, 3, 0, 5, 1, 2, 3, 4, 5]),
	'a record that was changed': Buffer.concat([
		Buffer.from([0x17, 3, 3, 0, 40]),
		Buffer.alloc(40, 7),
	]),
	'a reset': 'reset' as const,
};
const VERSIONS: SecureVersion[] = ['TLSv1.2', 'TLSv1.3'];
const cases = VERSIONS.flatMap((version) =>
	Object.entries(BYTES).map(([name, bytes]) => ({ version, name, bytes })),
);

const certificate = selfSigned();
const parameters = { options: { maxRetries: 2, timeout: 20 } };
const retryOnFail = { maxTries: 3, waitBetweenTries: 1 };

beforeEach(() => jest.spyOn(Math, 'random').mockReturnValue(0));
afterEach(() => jest.restoreAllMocks());

describe('a secure connection that breaks after the request was written', () => {
	it.each(cases)(
		'by $name, $version: a POST may have been processed',
		async ({ version, bytes }) => {
			const options = { ...certificate, minVersion: version, maxVersion: version };
			const server = await startTlsServer(options, bytes, 'after the request');
			const restore = trust(certificate);
			const { error } = await getContact(server.url, { parameters });
			restore();
			server.close();
			expect(server.requests()).toBe(1);
			expect(error).toMatchObject({ context: { details: { outcomeUnknown: true } } });
			expect(error?.description).toMatch(/may have been processed/);
		},
	);
});

describe('a secure connection that is not established', () => {
	it.each(cases.filter(({ bytes }) => bytes !== 'reset'))(
		'because of $name, $version: nothing was sent',
		async ({ version, bytes }) => {
			const options = { ...certificate, minVersion: version, maxVersion: version };
			const server = await startTlsServer(options, bytes, 'before the handshake');
			const restore = trust(certificate);
			const { error } = await getContact(server.url, { parameters });
			restore();
			server.close();
			expect(server.requests()).toBe(0);
			expect(error?.message).toMatch(/secure connection .* failed/);
			expect(error).not.toHaveProperty('context.details.outcomeUnknown');
			expect(error?.description).not.toMatch(/may have been processed/);
		},
	);

	it.each(VERSIONS)('because of its certificate, %s: nothing was sent', async (version) => {
		const options = { ...certificate, minVersion: version, maxVersion: version };
		const server = await startTlsServer(options, undefined, 'after the request');
		const { error } = await getContact(server.url, { parameters, retryOnFail });
		server.close();
		expect(server.requests()).toBe(0);
		expect(error).toMatchObject({
			context: { details: { code: 'DEPTH_ZERO_SELF_SIGNED_CERT' } },
		});
		expect(error).not.toHaveProperty('context.details.outcomeUnknown');
	});
});

it('a GET is read over a secure connection', async () => {
	const body = '{"ok":true}';
	const answer = `HTTP/1.1 200 OK\r\ncontent-length: ${body.length}\r\n\r\n${body}`;
	const server = await startTlsServer(certificate, Buffer.from(answer), 'after the request');
	const restore = trust(certificate);
	const { error } = await getProfile(server.url, { parameters: { options: { maxRetries: 0 } } });
	restore();
	server.close();
	// It was sent unencrypted.
	expect(error?.message).toMatch(/secure connection .* failed/);
});
