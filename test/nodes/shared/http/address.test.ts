import { isPrivateHost, leadsInside } from '../../../../nodes/shared/http/address';

const hostOf = (host: string) => new URL(`http://${host}/`).hostname;

describe('a private host', () => {
	it.each([
		'localhost',
		'LOCALHOST.',
		'api.localhost',
		'redis',
		'printer.local',
		'metadata.google.internal',
		'10.in-addr.arpa',
		'127.0.0.1',
		'127.255.255.254',
		'127.1',
		'2130706433',
		'0x7f000001',
		'0x7f.1',
		'0177.0.0.1',
		'017700000001',
		'127.0.0.1.',
		'0.0.0.0',
		'0',
		'0.1.2.3',
		'10.0.0.1',
		'10.255.255.255',
		'100.64.0.1',
		'100.100.100.200',
		'169.254.169.254',
		'172.16.0.1',
		'172.31.255.255',
		'192.0.0.170',
		'192.168.1.1',
		'198.18.0.1',
		'224.0.0.1',
		'255.255.255.255',
		'[::]',
		'[::1]',
		'[0:0:0:0:0:0:0:1]',
		'[::127.0.0.1]',
		'[::ffff:127.0.0.1]',
		'[::ffff:a00:1]',
		'[::ffff:0:10.0.0.1]',
		'[64:ff9b::7f00:1]',
		'[64:ff9b:1::808:808]',
		'[2002:7f00:1::]',
		'[fc00::1]',
		'[fd12:3456::1]',
		'[fe80::1]',
		'[fec0::1]',
		'[ff02::1]',
	])('is %s', (host) => {
		expect(isPrivateHost(hostOf(host))).toBe(true);
	});

	it.each([
		'api.example.com',
		'localhost.example.com',
		'local.example',
		'8.8.8.8',
		'9.255.255.255',
		'11.0.0.0',
		'100.63.255.255',
		'100.128.0.0',
		'126.255.255.255',
		'128.0.0.0',
		'169.253.255.255',
		'172.15.255.255',
		'172.32.0.0',
		'192.0.1.0',
		'192.167.255.255',
		'198.17.255.255',
		'198.20.0.0',
		'223.255.255.255',
		'[2001:db8::1]',
		'[2606:4700::1111]',
		'[::ffff:8.8.8.8]',
		'[64:ff9b::808:808]',
		'[2002:808:808::]',
		'[fbff::1]',
	])('is not %s', (host) => {
		expect(isPrivateHost(hostOf(host))).toBe(false);
	});
});

it.each([
	['api.example.com', '127.0.0.1', true],
	['8.8.8.8', '10.0.0.1', true],
	['api.example.com', 'files.example.com', false],
	['127.0.0.1', '10.0.0.1', false],
	['127.0.0.1', 'files.example.com', false],
])('from %s to %s leads inside: %s', (from, to, inside) => {
	expect(leadsInside(new URL(`https://${from}`), new URL(`https://${to}`))).toBe(inside);
});
