import { inflateSync } from 'node:zlib';

import { PDFArray, PDFDocument, PDFName, type PDFObject, PDFRawStream } from 'pdf-lib';

type Matrix = [number, number, number, number, number, number];

/** How much of each page below its last line of text is blank, from 0 to 1. */
export async function blankEnds(pdf: Buffer): Promise<number[]> {
	const document = await PDFDocument.load(pdf);
	return document.getPages().map((page) => {
		const contents = page.node.Contents();
		const streams = contents instanceof PDFArray ? contents.asArray() : [contents];
		const drawn = streams.map((each) => decoded(document.context.lookup(each))).join('\n');
		return lowestText(drawn, page.getHeight()) / page.getHeight();
	});
}

function decoded(stream: PDFObject | undefined): string {
	if (!(stream instanceof PDFRawStream)) return '';
	const { contents, dict } = stream;
	const isPacked = dict.get(PDFName.of('Filter')) !== undefined;
	return (isPacked ? inflateSync(contents) : Buffer.from(contents)).toString('latin1');
}

/** The text matrix places each run of letters within the current matrix. */
function lowestText(drawn: string, height: number): number {
	let current: Matrix = [1, 0, 0, 1, 0, 0];
	const saved: Matrix[] = [];
	let lowest = height;
	for (const line of drawn.split('\n')) {
		const words = line.trim().split(/\s+/);
		const operator = words.pop();
		const matrix = words.map(Number) as Matrix;
		if (operator === 'q') saved.push(current);
		else if (operator === 'Q') current = saved.pop() ?? current;
		else if (operator === 'cm') current = times(matrix, current);
		else if (operator === 'Tm') lowest = Math.min(lowest, times(matrix, current)[5]);
	}
	return lowest;
}

function times([a, b, c, d, e, f]: Matrix, [g, h, i, j, k, l]: Matrix): Matrix {
	return [
		a * g + b * i,
		a * h + b * j,
		c * g + d * i,
		c * h + d * j,
		e * g + f * i + k,
		e * h + f * j + l,
	];
}
