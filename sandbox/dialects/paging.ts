import { Type } from '@sinclair/typebox';
import { invalid } from '../problem';
import type { Paging, Window } from './dialect';

/** Longer pages are cut to this, without a word, as is usual. */
const LONGEST = 200;

const count = (value: unknown, otherwise: number): number =>
	typeof value === 'number' ? value : otherwise;

const limitOf = (value: unknown, pageSize: number): number =>
	Math.min(LONGEST, count(value, pageSize));

const natural = (description: string, minimum = 0) =>
	Type.Optional(Type.Integer({ minimum, description }));

export const byOffset: Paging = {
	parameters: Type.Object({
		limit: natural('Rows at most', 1),
		offset: natural('Rows to skip'),
	}),
	window: ({ limit, offset }, pageSize) => ({
		offset: count(offset, 0),
		limit: limitOf(limit, pageSize),
	}),
};

export const byNumber: Paging = {
	parameters: Type.Object({
		page: natural('Counts from 1', 1),
		page_size: natural('Rows of a page', 1),
	}),
	window: ({ page, page_size: size }, pageSize) => {
		const limit = limitOf(size, pageSize);
		return { offset: (count(page, 1) - 1) * limit, limit };
	},
};

interface CursorNames {
	size: string;
	cursor: string;
	inQuery?: boolean;
}

export const byCursor = (names: CursorNames): Paging => ({
	parameters: Type.Object({
		[names.size]: natural('Rows at most', 1),
		[names.cursor]: Type.Optional(Type.String({ description: 'From the page before' })),
	}),
	inQuery: names.inQuery,
	cursorName: names.cursor,
	window: (parameters, pageSize): Window => {
		const cursor = parameters[names.cursor];
		return {
			offset: typeof cursor === 'string' && cursor !== '' ? readCursor(cursor, names.cursor) : 0,
			limit: limitOf(parameters[names.size], pageSize),
		};
	},
});

export const writeCursor = (offset: number): string =>
	Buffer.from(`row:${offset}`).toString('base64url');

function readCursor(cursor: string, field: string): number {
	const match = /^row:(\d+)$/.exec(Buffer.from(cursor, 'base64url').toString());
	if (!match) throw invalid([{ field, message: 'is not a cursor', in: 'query' }]);
	return Number(match[1]);
}
