/**
 * Whether a host is a part of the machine or of the network that n8n runs in, as far as its name
 * tells: nodes cannot look names up, so a public name that leads to a private address is not found.
 */
export function isPrivateHost(hostname: string): boolean {
	const host = hostname.toLowerCase().replace(/\.$/, '');
	if (host.startsWith('[')) return isPrivateV6(groupsOf(host.slice(1, -1)));
	// Decimal, octal and short forms have become four numbers in `URL`.
	if (/^\d+(\.\d+){3}$/.test(host)) return isPrivateV4(host.split('.').map(Number));
	return !host.includes('.') || PRIVATE_NAME.test(host);
}

/** Out of the reach of the one who leads there, and perhaps not of n8n. */
export function leadsInside(from: URL, to: URL): boolean {
	return isPrivateHost(to.hostname) && !isPrivateHost(from.hostname);
}

const PRIVATE_NAME =
	/\.(localhost|local|localdomain|internal|intranet|private|corp|home|lan|arpa)$/;

/** Address and number of leading bits: this host, private, shared, loopback, link-local, tests, multicast. */
const PRIVATE_V4: Array<[number[], number]> = [
	[[0, 0, 0, 0], 8],
	[[10, 0, 0, 0], 8],
	[[100, 64, 0, 0], 10],
	[[127, 0, 0, 0], 8],
	[[169, 254, 0, 0], 16],
	[[172, 16, 0, 0], 12],
	[[192, 0, 0, 0], 24],
	[[192, 168, 0, 0], 16],
	[[198, 18, 0, 0], 15],
	[[224, 0, 0, 0], 3],
];

function isPrivateV4(address: number[]): boolean {
	return PRIVATE_V4.some(
		([range, bits]) => toNumber(address) >>> (32 - bits) === toNumber(range) >>> (32 - bits),
	);
}

function toNumber([a = 0, b = 0, c = 0, d = 0]: number[]): number {
	return ((a << 24) | (b << 16) | (c << 8) | d) >>> 0;
}

function isPrivateV6(groups: number[]): boolean {
	const [first = 0, second = 0] = groups;
	const zeros = groups.findIndex((group) => group !== 0);
	// Unspecified, loopback, and the forms that carry an IPv4 address: compatible, mapped, translated.
	if (zeros === -1 || zeros >= 6) return true;
	if (zeros === 5 && groups[5] === 0xffff) return isPrivateV4(v4In(groups, 6));
	if (zeros === 4 && groups[4] === 0xffff && groups[5] === 0) return isPrivateV4(v4In(groups, 6));
	if (first === 0x64 && second === 0xff9b) {
		return groups[2] !== 0 || isPrivateV4(v4In(groups, 6));
	}
	if (first === 0x2002) return isPrivateV4(v4In(groups, 1));
	// Unique local; link-local and site-local; multicast.
	return (first & 0xfe00) === 0xfc00 || (first & 0xff80) === 0xfe80 || first >= 0xff00;
}

function v4In(groups: number[], at: number): number[] {
	return groups.slice(at, at + 2).flatMap((group) => [group >> 8, group & 0xff]);
}

/** The eight numbers of an address that `URL` has written: in hexadecimal, zeros left out once. */
function groupsOf(address: string): number[] {
	const [head = [], tail] = address.split('::').map((part) => (part === '' ? [] : part.split(':')));
	if (tail === undefined) return head.map(fromHex);
	const zeros = new Array<string>(8 - head.length - tail.length).fill('0');
	return [...head, ...zeros, ...tail].map(fromHex);
}

function fromHex(text: string): number {
	return parseInt(text, 16);
}
