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

function fnv1a(text: string, seed: number): number {
	let hash = seed;
	for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
	return hash >>> 0;
}
