/** Whether a link leads where its host cannot reach, or where clouds keep a machine's secrets. */
export function leadsInside(from: URL, to: URL): boolean {
	if (from.hostname === to.hostname) return false;
	const isInside = ({ hostname }: URL) => isOneOf(hostname, PRIVATE_NAME, PRIVATE_RANGES);
	return isOneOf(to.hostname, SECRETS_NAME, SECRETS_RANGES) || (isInside(to) && !isInside(from));
}

/** By its name alone: a public name that leads to a private address is not found. */
function isOneOf(hostname: string, names: RegExp, ranges: readonly string[]): boolean {
	let host = hostname.toLowerCase();
	while (host.endsWith('.')) host = host.slice(0, -1);
	const bits = bitsOf(host);
	return bits === undefined ? names.test(host) : ranges.some((range) => isIn(range, bits));
}

/** Names that only a network of one's own resolves; `svc` is Kubernetes. */
const PRIVATE_NAME =
	/^[^.]*$|\.(localhost|local|localdomain|internal|intranet|private|corp|home|lan|arpa|svc|cluster|consul|docker|test)$/;

/** This host, private, shared, loopback, link-local, tests, multicast; of IPv6 also local translation and unique local. */
const PRIVATE_RANGES = [
	...['0.0.0.0/8', '10.0.0.0/8', '100.64.0.0/10', '127.0.0.0/8', '169.254.0.0/16'],
	...['172.16.0.0/12', '192.0.0.0/24', '192.168.0.0/16', '198.18.0.0/15', '224.0.0.0/3'],
	...['[64:ff9b::]/32', '[fc00::]/7', '[fe80::]/9', '[ff00::]/8'],
];

/** Where clouds hand out the credentials of a machine. */
const SECRETS_NAME =
	/^(metadata(\.goog|\.google\.internal|\.azure\.internal)?|instance-data(\.ec2\.internal)?)$/;
const SECRETS_RANGES = [
	...['169.254.0.0/16', '100.100.100.200/32', '168.63.129.16/32', '192.0.0.192/32'],
	...['[fe80::]/10', '[fd00:ec2::254]/128', '[fd20:ce::254]/128'],
];

/** Addresses of IPv6 that carry one of IPv4, and the bit at which it begins: unspecified, mapped, translated, and tunnelled. */
const CARRIERS: Array<[range: string, at: number]> = [
	['[::]/96', 96],
	['[::ffff:0:0]/96', 96],
	['[::ffff:0:0:0]/96', 96],
	['[64:ff9b::]/48', 96],
	['[2002::]/16', 16],
];

/** An address in binary, 32 or 128 digits; nothing for a name. `URL` has written it in its usual form. */
function bitsOf(host: string): string | undefined {
	const bits = ownBits(host);
	const at = CARRIERS.find(([range]) => bits !== undefined && isIn(range, bits))?.[1];
	return at === undefined ? bits : bits?.slice(at, at + 32);
}

function isIn(range: string, bits: string): boolean {
	const [address = '', count] = range.split('/');
	const own = ownBits(address);
	return own?.length === bits.length && bits.startsWith(own.slice(0, Number(count)));
}

function ownBits(host: string): string | undefined {
	if (host.startsWith('[')) return groupsOf(host.slice(1, -1)).map(inBinary(16, 16)).join('');
	return /^\d+(\.\d+){3}$/.test(host) ? host.split('.').map(inBinary(10, 8)).join('') : undefined;
}

/** The eight groups of an address of IPv6: zeros are left out once. */
function groupsOf(address: string): string[] {
	const [head = [], tail] = address.split('::').map((part) => (part === '' ? [] : part.split(':')));
	if (tail === undefined) return head;
	return [...head, ...new Array<string>(8 - head.length - tail.length).fill('0'), ...tail];
}

function inBinary(radix: number, length: number): (part: string) => string {
	return (part) => parseInt(part, radix).toString(2).padStart(length, '0');
}
