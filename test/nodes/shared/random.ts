/** Numbers from 0 to 1 that are the same in every run. */
export function generator(seed: number): () => number {
	let state = seed;
	return () => {
		state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
		return state / 2 ** 32;
	};
}

const ALPHABET = 'aZ09 ./\\?#%&=+:;@!$\'"()*,~-_|{}[]<>^`\t\n\u00e9\u4e2d\u{1f600}';

/** Texts of what is special in addresses, files and code. */
export function randomText(random: () => number, longest = 12): string {
	const letters = [...ALPHABET];
	return Array.from({ length: 1 + Math.floor(random() * longest) }, () =>
		random() < 0.1 ? '..' : letters[Math.floor(random() * letters.length)],
	).join('');
}

/** JSON values without numbers that are too long for JavaScript. */
export function randomValue(random: () => number, depth: number): unknown {
	switch (Math.floor(random() * (depth > 0 ? 6 : 4))) {
		case 0:
			return random() * 10 ** Math.floor(random() * 14);
		case 1:
			return Math.floor(random() * Number.MAX_SAFE_INTEGER) * (random() < 0.5 ? -1 : 1);
		case 2:
			return randomText(random, 30);
		case 3:
			return [null, true, false][Math.floor(random() * 3)];
		case 4:
			return Array.from({ length: 4 }, () => randomValue(random, depth - 1));
		default:
			return { a: randomValue(random, depth - 1), '"b\\': randomValue(random, depth - 1) };
	}
}
