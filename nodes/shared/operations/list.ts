import type { Content } from '../http/content';
import { readPages, type PageSource, type RowsRead } from '../lists/readPages';
import type { RequestDraft } from '../request/draft';
import { row, whole, type OutputItem } from '../response/outputItem';
import type { Settings } from '../settings';
import type { Hints } from './Hints';
import type { ItemCall } from './ItemCall';
import { PartialFailure } from './PartialFailure';
import type { Reader } from './Run';

/** A list: one item per row, over as many pages as are wanted. */
export async function listRows(reader: Reader, item: ItemCall): Promise<OutputItem[]> {
	const { draft, settings, wanted } = item;
	if (settings.splitRows === false) {
		return [whole((await reader.service.read(draft)).content)];
	}
	const read = await readList({
		source: reader.service,
		hints: reader.hints,
		draft,
		settings,
		wanted,
	});
	const items = read.recognised ? read.rows.map(row) : [whole(read.first)];
	if (read.failure !== undefined) throw new PartialFailure(read.failure, items);
	return items;
}

interface ListReading {
	source: PageSource;
	hints: Hints;
	draft: RequestDraft;
	settings: Pick<Settings, 'pages' | 'maxPages' | 'rowsPath'>;
	/** `Infinity` for all. */
	wanted: number;
	/** The first page, where it has been read already as the state of a job. */
	answered?: Content;
}

/** Reads rows page by page, and tells the user where reading ended early. */
export async function readList(reading: ListReading): Promise<RowsRead> {
	const { source, hints, draft, settings, wanted, answered } = reading;
	const { pages, maxPages, rowsPath } = settings;
	const read = await readPages(
		source,
		draft,
		{ settings: pages, wanted, maxPages, rowsPath },
		answered,
	);
	if (!read.recognised && read.first.kind === 'data') hints.add(ROWS_NOT_RECOGNISED);
	if (read.cut !== undefined) hints.add(CUT[read.cut]);
	return read;
}

export const ROWS_NOT_RECOGNISED =
	"No list of rows was recognised in the response, so it came out whole. Set 'Rows Path' in Options to the way to the rows, e.g. data.items.";

const CUT: Record<NonNullable<RowsRead['cut']>, string> = {
	maxPages:
		"There are more rows than came out: reading ended at 'Max Pages'. Raise it in Options to read on.",
	noProgress:
		"There are more rows than came out, as the service says, but it did not give another page when it was asked for one. State how pages are asked for under 'Pagination' in Options.",
	otherOrigin:
		"There may be more rows than came out: the link to the next page leads to another host and was not followed. Choose another scheme under 'Pagination' in Options.",
};
