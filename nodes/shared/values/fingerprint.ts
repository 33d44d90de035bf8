const SEEDS = [0x811c9dc5, 0x9e3779b1] as const;

/** A short, stable mark of a text: tells two requests apart without keeping them. */
export function fingerprint(text: string): string {
	return new Fingerprint().add(text).toString();
}

/** A fingerprint of a text that comes in parts. */
export class Fingerprint {
	private hashes: readonly number[] = SEEDS;

	add(text: string): this {
		this.hashes = this.hashes.map((hash) => fnv1a(text, hash));
		return this;
	}

	toString(): string {
		return this.hashes.map((hash) => hash.toString(36)).join('');
	}
}

/** A fingerprint of texts in any order. */
export class SetFingerprint {
	private sums: readonly number[] = SEEDS;

	add(text: string): void {
		this.sums = this.sums.map((sum, at) => (sum + mixed(fnv1a(text, SEEDS[at] ?? 0))) >>> 0);
	}

	toString(): string {
		return this.sums.map((sum) => sum.toString(36)).join('');
	}
}

/** Each bit depends on all others, so that a part of them is as good as all: the end of MurmurHash3. */
function mixed(hash: number): number {
	const once = imul(hash ^ (hash >>> 16), 0x85ebca6b);
	const twice = imul(once ^ (once >>> 13), 0xc2b2ae35);
	return (twice ^ (twice >>> 16)) >>> 0;
}

const { imul } = Math;

function fnv1a(text: string, seed: number): number {
	let hash = seed;
	for (let at = 0; at < text.length; at++) hash = imul(hash ^ text.charCodeAt(at), 0x01000193);
	return hash >>> 0;
}
