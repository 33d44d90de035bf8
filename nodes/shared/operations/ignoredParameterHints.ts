import type { IDataObject } from 'n8n-workflow';

import { platformId } from '../catalogue/commonFields';
import { normalizeKey } from '../recognition/keys';
import { toNumber } from '../values/numbers';
import { isRecord, ownValue } from '../values/records';
import type { Hints } from './Hints';

interface RequestAndRows {
	asked: IDataObject;
	entered: IDataObject;
	/** The number of rows of the first page, which may be more than were wanted. */
	firstCount: number;
	rows: unknown[];
}

/** Adds a hint if the rows show that the service ignored a field. */
export function addIgnoredParameterHints(
	hints: Hints,
	{ asked, entered, firstCount, rows }: RequestAndRows,
): void {
	const ignored = exceededLimits(asked, firstCount);
	for (const name of ignored) hints.add(LIMIT_IGNORED, `'${name}'`);
	// The service respects the limit, but the node reads more pages.
	const sizes = exceededLimits(entered, rows.length).filter((name) => !ignored.includes(name));
	for (const name of sizes) hints.add(SIZE_OF_PAGES, `'${name}'`);
	for (const name of brokenFilters(asked, rows)) hints.add(FILTER_IGNORED, `'${name}'`);
	const { [platformId.name]: platform } = asked;
	if (rows.length === 0 && typeof platform === 'string' && /^[a-z ]+$/i.test(platform)) {
		hints.add(PLATFORM_NAME, `'${platform}'`);
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

/** Filters that some rows violate. If all rows violate a range, it may just use another unit, e.g. percent. */
function brokenFilters(asked: IDataObject, rows: unknown[]): string[] {
	return Object.entries(asked)
		.filter(([name, filter]) => {
			const values = rows.map((row) => (isRecord(row) ? ownValue(row, name) : undefined));
			// For some services, `false` means "any".
			if (filter === true) return values.includes(false);
			if (!isRecord(filter)) return false;
			const isKept = values
				.filter((value) => typeof value === 'number')
				.map((value) => isWithin(value, filter));
			return isKept.includes(true) && isKept.includes(false);
		})
		.map(([name]) => name);
}

function isWithin(value: number, { min, max }: IDataObject): boolean {
	return !((typeof min === 'number' && value < min) || (typeof max === 'number' && value > max));
}

const LIMIT_IGNORED =
	'The service returned more rows than requested. It seems to ignore %. Check the name in its documentation.';

const PLATFORM_NAME =
	"'Platform' takes the service's ID of a social network, and % looks like a name. Copy platformId of a simplified result.";

const SIZE_OF_PAGES =
	"% sets the number of rows per page, and the node read more pages. To get, and pay for, fewer rows, lower 'Limit'.";

const FILTER_IGNORED =
	'The service returned rows that a filter should exclude. It seems to ignore %. Check the name and the value in its documentation.';
