import { findRows } from '../recognition/rows';
import { row, whole, type Emitted } from '../response/outputItem';
import type { ItemCall } from './ItemCall';
import { withLinkedFile } from './linkedFile';
import { ROWS_NOT_RECOGNISED } from './list';
import type { Run } from './Run';

/** One request, one item; or one item per row where the user says where the rows are. */
export async function call(run: Run, item: ItemCall): Promise<Emitted[]> {
	return await run.slot(() => callOnce(run, item));
}

async function callOnce(run: Run, item: ItemCall): Promise<Emitted[]> {
	const { settings, draft } = item;
	const { content } = await run.service.read(draft, run.operation.document);
	if (content.kind === 'data' && (settings.splitRows ?? settings.rowsPath !== undefined)) {
		const found = findRows({
			value: content.value,
			endpointPath: draft.endpoint.path,
			path: settings.rowsPath,
		});
		if (found !== undefined) return found.rows.map(row);
		run.hints.add(ROWS_NOT_RECOGNISED);
	}
	return [await withLinkedFile(run, item, whole(content), content)];
}
