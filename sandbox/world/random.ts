// Looked up once: test runners make access to globals slow, and these run a million times.
const { imul, floor } = Math;

/** A 32-bit hash (FNV-1a with a final mix): the same parts give the same number everywhere. */
export function hash(...parts: Array<string | number>): number {
	let h = 0x811c9dc5;
	for (const part of parts) {
		const text = `${part}|`;
		for (let i = 0; i < text.length; i++) h = imul(h ^ text.charCodeAt(i), 0x01000193);
	}
	return mix(h);
}

export function mix(value: number): number {
	let h = value;
	h = imul(h ^ (h >>> 16), 0x85ebca6b);
	h = imul(h ^ (h >>> 13), 0xc2b2ae35);
	return (h ^ (h >>> 16)) >>> 0;
}

/**
 * A seeded generator (mulberry32). A library twister takes 70 µs to seed, and the world seeds one
 * generator per creator and content so that any part can be made again on its own.
 */
export class Random {
	private state: number;

	constructor(...seed: Array<string | number>) {
		this.state = hash(...seed);
	}

	next(): number {
		this.state = (this.state + 0x6d2b79f5) | 0;
		let t = imul(this.state ^ (this.state >>> 15), 1 | this.state);
		t = (t + imul(t ^ (t >>> 7), 61 | t)) ^ t;
		return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
	}

	int(min: number, max: number): number {
		return min + floor(this.next() * (max - min + 1));
	}

	between(min: number, max: number): number {
		return min + this.next() * (max - min);
	}

	chance(probability: number): boolean {
		return this.next() < probability;
	}

	/** Roughly normal around 0 with deviation 1. */
	bell(): number {
		return (this.next() + this.next() + this.next() + this.next() - 2) * Math.sqrt(3);
	}

	pick<T>(items: readonly T[]): T {
		return items[floor(this.next() * items.length)];
	}

	/** `count` different items, in an order of their own. */
	some<T>(items: readonly T[], count: number): T[] {
		const pool = [...items];
		for (let i = 0; i < Math.min(count, pool.length); i++) {
			const j = this.int(i, pool.length - 1);
			[pool[i], pool[j]] = [pool[j], pool[i]];
		}
		return pool.slice(0, count);
	}

	weighted<T>(items: ReadonlyArray<readonly [T, number]>): T {
		const total = items.reduce((sum, [, weight]) => sum + weight, 0);
		let left = this.next() * total;
		for (const [item, weight] of items) {
			left -= weight;
			if (left < 0) return item;
		}
		return items[items.length - 1][0];
	}

	uuid(): string {
		const hex = Array.from({ length: 4 }, () =>
			this.int(0, 0xffffffff).toString(16).padStart(8, '0'),
		).join('');
		const variant = '89ab'[parseInt(hex[16], 16) % 4];
		return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20)}`;
	}
}

export const round = (value: number, digits: number): number => {
	const factor = 10 ** digits;
	return Math.round(value * factor) / factor;
};
