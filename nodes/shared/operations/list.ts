import { readPages, type PageSource, type RowsRead } from '../lists/readPages';
import type { RequestDraft } from '../request/draft';
import { row, whole, type Emitted } from '../response/outputItem';
import type { ItemCall } from './ItemCall';
import { PartialFailure } from './PartialFailure';
import type { Reading, Run } from './Run';
import type { Content } from '../http/content';

/** A list: one item per row, over as many pages as are wanted. */
export async function list(run: Run, item: ItemCall): Promise<Emitted[]> {
	return await run.slot(() => listAll(run, item));
}

async function listAll(run: Run, item: ItemCall): Promise<Emitted[]> {
	if (item.settings.splitRows === false) {
		return [whole((await run.service.read(item.draft)).content)];
	}
	const read = await readRows(run, item, item.draft);
	const items = read.recognised ? read.rows.map(row) : [whole(read.first)];
	if (read.failure !== undefined) throw new PartialFailure(read.failure, items);
	return items;
}

/** Reads rows page by page, and tells the user where reading ended early. */
export async function readRows(
	run: { service: PageSource } & Pick<Reading, 'hints'>,
	item: ItemCall,
	draft: RequestDraft,
	first?: Content,
	wanted = item.wanted,
): Promise<RowsRead> {
	const { settings } = item;
	const read = await readPages(
		run.service,
		draft,
		{
			settings: settings.pages,
			wanted,
			maxPages: settings.maxPages,
			rowsPath: settings.rowsPath,
		},
		first,
	);
	if (!read.recognised && read.first.kind === 'data') run.hints.add(ROWS_NOT_RECOGNISED);
	if (read.cut !== undefined) run.hints.add(CUT[read.cut]);
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
