/** By its name alone: a public name that leads to a private address is not found. */
function isPrivateHost(hostname: string): boolean {
	return isIn(hostname, {
		name: (host) => !host.includes('.') || PRIVATE_NAME.test(host),
		v4: (address) => isInRange(address, PRIVATE_V4),
		v6: isPrivateV6,
	});
}

/** Whether a link leads where its host cannot reach, or where clouds keep a machine's secrets. */
export function leadsInside(from: URL, to: URL): boolean {
	if (from.hostname === to.hostname) return false;
	return holdsSecrets(to.hostname) || (isPrivateHost(to.hostname) && !isPrivateHost(from.hostname));
}

function holdsSecrets(hostname: string): boolean {
	return isIn(hostname, {
		name: (host) => SECRETS_NAME.test(host),
		v4: (address) => isInRange(address, SECRETS_V4),
		v6: ([first = 0, ...rest]) =>
			(first & 0xffc0) === 0xfe80 || SECRETS_V6.has([first, ...rest].join()),
	});
}

interface Ranges {
	name: (host: string) => boolean;
	v4: (address: number[]) => boolean;
	/** Of an address that carries none of IPv4. */
	v6: (groups: number[]) => boolean;
}

function isIn(hostname: string, { name, v4, v6 }: Ranges): boolean {
	let host = hostname.toLowerCase();
	while (host.endsWith('.')) host = host.slice(0, -1);
	if (host.startsWith('[')) {
		const groups = groupsOf(host.slice(1, -1));
		const carried = v4Of(groups);
		return carried === undefined ? v6(groups) : v4(carried);
	}
	// Decimal, octal and short forms have become four numbers in `URL`.
	return /^\d+(\.\d+){3}$/.test(host) ? v4(host.split('.').map(Number)) : name(host);
}

/** Names that only a network of one's own resolves; `svc` is Kubernetes. */
const PRIVATE_NAME =
	/\.(localhost|local|localdomain|internal|intranet|private|corp|home|lan|arpa|svc|cluster|consul|docker|test)$/;

/** Where clouds hand out the credentials of a machine. */
const SECRETS_NAME =
	/^(metadata(\.goog|\.google\.internal|\.azure\.internal)?|instance-data(\.ec2\.internal)?)$/;
const SECRETS_V4: Range[] = [
	[[169, 254, 0, 0], 16],
	[[100, 100, 100, 200], 32],
	[[168, 63, 129, 16], 32],
	[[192, 0, 0, 192], 32],
];
const SECRETS_V6 = new Set(['fd00:ec2::254', 'fd20:ce::254'].map((each) => groupsOf(each).join()));

type Range = [address: number[], bits: number];

/** Address and number of leading bits: this host, private, shared, loopback, link-local, tests, multicast. */
const PRIVATE_V4: Range[] = [
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

function isInRange(address: number[], ranges: Range[]): boolean {
	return ranges.some(
		([range, bits]) => toNumber(address) >>> (32 - bits) === toNumber(range) >>> (32 - bits),
	);
}

function toNumber([a = 0, b = 0, c = 0, d = 0]: number[]): number {
	return ((a << 24) | (b << 16) | (c << 8) | d) >>> 0;
}

function isPrivateV6([first = 0, second = 0]: number[]): boolean {
	// Local translation; unique local; link-local and site-local; multicast.
	const isTranslated = first === 0x64 && second === 0xff9b;
	return (
		isTranslated || (first & 0xfe00) === 0xfc00 || (first & 0xff80) === 0xfe80 || first >= 0xff00
	);
}

/** The address of IPv4 that one of IPv6 carries: unspecified and loopback are 0.0.0.0 and 0.0.0.1. */
function v4Of(groups: number[]): number[] | undefined {
	const [first, second, third] = groups;
	const at = groups.findIndex((group) => group !== 0);
	const isMapped = at === 5 && groups[5] === 0xffff;
	const isTranslated = at === 4 && groups[4] === 0xffff && groups[5] === 0;
	const isWellKnown = first === 0x64 && second === 0xff9b && third === 0;
	if (at === -1 || at >= 6 || isMapped || isTranslated || isWellKnown) return v4In(groups, 6);
	return first === 0x2002 ? v4In(groups, 1) : undefined;
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
