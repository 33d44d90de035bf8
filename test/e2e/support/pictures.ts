import pixelmatch from 'pixelmatch';
import { PNG } from 'pngjs';

/**
 * A changed word fills a good part of a small tile, but next to nothing of the whole picture. Two
 * machines that draw letters a little differently do so everywhere, and little of it in each tile.
 */
const TILE = { width: 16, height: 16 };
/** The share of a tile's pixels that may differ. */
export const TOLERANCE = 0.03;
/** How far two colours may be apart to count as one, from 0 to 1. */
const COLOUR_TOLERANCE = 0.2;

export type Comparison =
	| { kind: 'same'; share: number }
	| { kind: 'otherSize'; was: string; is: string }
	/** `share` of the pixels differ in the tile that differs most. */
	| { kind: 'different'; share: number; at: { x: number; y: number }; diff: Buffer };

/** Compares two PNG files as somebody does who looks at them. */
export function comparePictures(accepted: Buffer, actual: Buffer): Comparison {
	const [was, is] = [PNG.sync.read(accepted), PNG.sync.read(actual)];
	const { width, height } = was;
	if (is.width !== width || is.height !== height) {
		return { kind: 'otherSize', was: sizeOf(was), is: sizeOf(is) };
	}
	const marks = new PNG({ width, height });
	pixelmatch(was.data, is.data, marks.data, width, height, {
		threshold: COLOUR_TOLERANCE,
		diffMask: true,
	});
	const worst = worstTile(marks);
	if (worst.share <= TOLERANCE) return { kind: 'same', share: worst.share };
	const diff = new PNG({ width, height });
	pixelmatch(was.data, is.data, diff.data, width, height, { threshold: COLOUR_TOLERANCE });
	return { kind: 'different', ...worst, diff: PNG.sync.write(diff) };
}

const sizeOf = ({ width, height }: PNG): string => `${width} x ${height}`;

/** Tiles overlap by half, so that none cuts every word in two. */
function worstTile(marks: PNG): { share: number; at: { x: number; y: number } } {
	let worst = { share: 0, at: { x: 0, y: 0 } };
	for (let y = 0; y < marks.height; y += TILE.height / 2) {
		for (let x = 0; x < marks.width; x += TILE.width / 2) {
			const share = shareMarked(marks, x, y);
			if (share > worst.share) worst = { share, at: { x, y } };
		}
	}
	return worst;
}

const BYTES_PER_PIXEL = 4;

function shareMarked({ data, width, height }: PNG, left: number, top: number): number {
	let marked = 0;
	for (let y = top; y < Math.min(top + TILE.height, height); y++) {
		for (let x = left; x < Math.min(left + TILE.width, width); x++) {
			// All other pixels of the mask are transparent.
			const alpha = data[(y * width + x) * BYTES_PER_PIXEL + 3];
			if (alpha !== 0) marked++;
		}
	}
	return marked / (TILE.width * TILE.height);
}
