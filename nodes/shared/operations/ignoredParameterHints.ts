import type { IDataObject } from 'n8n-workflow';

import { normalizeKey } from '../recognition/keys';
import { toNumber } from '../values/numbers';
import type { Hints } from './Hints';

interface RequestAndRows {
	/** The fields of the first request. */
	asked: IDataObject;
	/** The fields that the user entered, without those that ask for a page. */
	entered: IDataObject;
	/** The number of rows of the first page, which may be more than were wanted. */
	firstCount: number;
	rows: unknown[];
}

/** Adds a hint if the service ignored a limit, or if the limit is only the size of a page. */
export function addIgnoredParameterHints(
	hints: Hints,
	{ asked, entered, firstCount, rows }: RequestAndRows,
): void {
	const ignored = exceededLimits(asked, firstCount);
	for (const name of ignored) hints.add(LIMIT_IGNORED, `'${name}'`);
	// The service respects the limit, but the node reads more pages.
	for (const name of exceededLimits(entered, rows.length)) {
		if (!ignored.includes(name)) hints.add(SIZE_OF_PAGES, `'${name}'`);
	}
}

/** Names under which requests say how many rows they want at most. */
const LIMITS = /^(limit|pagesize|perpage|maxresults|maxitems|itemslimit)$/;

function exceededLimits(fields: IDataObject, count: number): string[] {
	return Object.keys(fields).filter((name) => {
		const limit = toNumber(fields[name]) ?? 0;
		// For some services, 0 stands for all.
		return LIMITS.test(normalizeKey(name)) && limit > 0 && limit < count;
	});
}

const LIMIT_IGNORED =
	'The service returned more rows than requested. It seems to ignore %. Check the name in its documentation.';

const SIZE_OF_PAGES =
	"% sets the number of rows per page, and the node read more pages. To get, and pay for, fewer rows, lower 'Limit'.";
