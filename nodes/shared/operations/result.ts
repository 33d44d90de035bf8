import type { PageSource } from '../lists/readPages';
import type { Answer } from '../Service';
import type { RequestDraft } from '../request/draft';
import { row, whole, type Emitted } from '../response/outputItem';
import { withLinkedFile } from './linkedFile';
import { PartialFailure } from './PartialFailure';
import type { Reading } from './Run';
import { besideJob, type Job } from '../jobs/job';
import type { ItemCall } from './ItemCall';
import { readRows } from './list';

/** The item for a job and the answer that told of it. */
export function jobItem(job: Job, answer?: Answer): Emitted {
	const { json, file } = answer === undefined ? { json: {} } : whole(answer.content);
	return { json: besideJob(job, json), file };
}

/** What a finished job has brought: its rows, one item each, or the whole answer as one item. */
export async function jobResult(
	run: Reading,
	item: ItemCall,
	job: Job,
	draft: RequestDraft,
	answer: Answer,
): Promise<Emitted[]> {
	const { settings } = item;
	const { results, rows } = run.job;
	const split = settings.splitRows ?? (rows || settings.rowsPath !== undefined);
	if (results !== undefined) {
		const source: RequestDraft = { endpoint: results, id: job.id, query: item.resultQuery };
		return split
			? await resultRows(run, item, job, source, answer)
			: [jobItem(job, await run.service.read(source))];
	}
	const result = run.service.asResult(draft, answer);
	if (split && result.content.kind === 'data' && !settings.downloadFile) {
		return await resultRows(run, item, job, draft, result, true);
	}
	const emitted = await withLinkedFile(run, item, jobItem(job, result), answer.content);
	return [await withComments(run, item, job, emitted)];
}

async function resultRows(
	run: Reading,
	item: ItemCall,
	job: Job,
	source: RequestDraft,
	answer: Answer,
	isFirstPage = false,
): Promise<Emitted[]> {
	const read = await readRows(run, item, source, isFirstPage ? answer : undefined);
	// A job without rows still comes out: something must stand for it.
	const items =
		read.rows.length === 0
			? [jobItem(job, { ...answer, content: read.first })]
			: read.rows.map((value) => ({ json: besideJob(job, row(value).json) }));
	if (read.failure !== undefined) throw new PartialFailure(read.failure, items);
	return items;
}

async function withComments(
	run: Reading,
	item: ItemCall,
	job: Job,
	emitted: Emitted,
): Promise<Emitted> {
	const { comments } = run.job;
	if (comments === undefined || !item.settings.includeComments) return emitted;
	const { service, hints } = run;
	// They become a field of the result, whatever format that has.
	const asData: PageSource = {
		baseUrl: service.baseUrl,
		read: (draft) => service.read(draft, false, 'auto'),
	};
	const read = await readRows(
		{ service: asData, hints },
		item,
		{ endpoint: comments, id: job.id, query: item.resultQuery },
		undefined,
		Infinity,
	);
	if (read.failure !== undefined) throw new PartialFailure(read.failure, [emitted]);
	const rows = read.recognised ? read.rows : [whole(read.first).json];
	return { ...emitted, json: { ...emitted.json, comments: rows.map((each) => row(each).json) } };
}
