import type { DecodedResponse } from '../Service';
import { withJobField, type Job } from '../jobs/job';
import { findProfile } from '../recognition/traits';
import { incomplete, rowToItem, toItem, type OutputItem } from '../response/outputItem';
import { ResponseReader } from './ResponseReader';
import type { Extended, ItemsRead, JobReader } from './RunContext';
import type { Hints } from './Hints';
import { withLinkedFile } from './linkedFile';
import { addNoResultsHint, readList } from './list';
import type { JobStatus } from './readJob';

export function jobItem(job: Job, received?: DecodedResponse): OutputItem {
	const { json, file } = received === undefined ? { json: {} } : toItem(received.content);
	return { json: withJobField(job, json), file };
}

function withRating({ json, file }: OutputItem, reader: ResponseReader, hints: Hints): OutputItem {
	const riskRating = reader.value('rating') ?? null;
	const flaggedCount = reader.value('count') ?? null;
	const reportUrl = reader.value('link');
	if (riskRating === null) hints.add(NO_RATING);
	const link = reportUrl === undefined ? {} : { reportUrl };
	// Fields of the service with the same names are kept as they are.
	return { json: { ...json, riskRating, flaggedCount, ...link, ...json }, file };
}

const NO_RATING =
	"The node found no risk rating in the response of the screening. If it contains one, add its path as 'rating' to the contract in the credential.";

/** The result of a finished job: one item per row, or the whole response as one item. */
export async function jobResult(reader: JobReader, status: JobStatus): Promise<ItemsRead> {
	const { service, hints, settings, resultQuery: query } = reader;
	const { job, draft, received } = status;
	const { results: endpoint, rows, hasRiskRating } = reader.job;
	if (endpoint !== undefined) {
		if (!settings.includeInsights) return { items: [jobItem(job, received)] };
		return await resultRows(reader, { job, draft: { endpoint, id: job.id, query }, received });
	}
	const split = rows || settings.rowsPath !== undefined;
	const result = await service.decodeAsResult(draft, received);
	if (split && result.content.kind === 'data' && !settings.downloadFile) {
		return await resultRows(reader, { job, draft, received: result, firstResponse: result });
	}
	const response = new ResponseReader({ ...reader, endpoint: draft.endpoint }, received);
	response.explainAll({ isRated: hasRiskRating });
	const plain = jobItem(job, result);
	const isRated = hasRiskRating && received.content.kind === 'data';
	const own = isRated ? withRating(plain, response, hints) : plain;
	const withFile = await withLinkedFile(reader, response, own, { isLinkRequired: true });
	const { item, failure } = await withComments(reader, job, withFile.item);
	const items = settings.includeComments === 'rows' ? commentItems(job, item) : [item];
	return { items, failure: withFile.failure ?? failure };
}

/** One item per comment, with the rest of the result in `analysis`; if there are no comments, the result itself. */
function commentItems(job: Job, { json, ...files }: OutputItem): OutputItem[] {
	const { comments, incomplete: missing, ...rest } = json;
	const analysis = Object.fromEntries(Object.entries(rest).filter(([name]) => name !== 'job'));
	const profile = findProfile(analysis);
	const rows: unknown[] = Array.isArray(comments) ? comments : [];
	if (rows.length === 0) return [{ json, ...files }];
	return rows.map((each, at) => ({
		json: withJobField(job, {
			...rowToItem(each).json,
			...(profile !== undefined && { profile }),
			analysis,
			...(missing !== undefined && { incomplete: missing }),
		}),
		...(at === 0 && files),
	}));
}

async function resultRows(
	reader: JobReader,
	{ job, received, ...list }: JobStatus & { firstResponse?: DecodedResponse },
): Promise<ItemsRead> {
	const read = await readList({ ...reader, ...list });
	const { rows, received: page, failure } = read;
	// A job without rows is still returned as one item.
	const items =
		rows.length === 0
			? [jobItem(job, { ...received, content: page.content })]
			: rows.map((value) => ({ json: withJobField(job, rowToItem(value).json) }));
	if (read.recognised) addNoResultsHint(reader.hints, read, `job ${job.id}`);
	return { items, failure };
}

async function withComments(
	{ service, hints, job: { comments }, settings, resultQuery: query }: JobReader,
	job: Job,
	item: OutputItem,
): Promise<Extended> {
	if (comments === undefined || settings.includeComments === false) return { item };
	try {
		const { recognised, rows, received, failure } = await readList({
			service: {
				baseUrl: service.baseUrl,
				// Comments become a field of the result, so 'Response Format' does not apply.
				read: async (draft) => await service.read(draft, { format: 'auto' }),
			},
			hints,
			draft: { endpoint: comments, id: job.id, query },
			settings,
			maxRows: Infinity,
		});
		const items = recognised ? rows.map(rowToItem) : [toItem(received.content)];
		const read = items.map(({ json }) => json);
		const all = { ...item, json: { ...item.json, comments: read } };
		return { item: failure === undefined ? all : incomplete(all, COMMENTS_MISSING), failure };
	} catch (failure) {
		return { item: incomplete(item, COMMENTS_MISSING), failure };
	}
}

const COMMENTS_MISSING = 'Not all comments could be read';
