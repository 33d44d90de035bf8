import type { DecodedResponse } from '../Service';
import { withJobField, type Job } from '../jobs/job';
import type { RequestDraft } from '../request/draft';
import { findProfile } from '../recognition/traits';
import { incomplete, rowToItem, toItem, type OutputItem } from '../response/outputItem';
import { ResponseReader } from './ResponseReader';
import type { ResultRequest } from '../ledger/Call';
import type { JobReader } from './RunContext';
import type { Hints } from './Hints';
import { withLinkedFile } from './linkedFile';
import { addNoResultsHint, readList } from './list';
import { PartialFailure, type Extended } from './PartialFailure';
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
export async function jobResult(
	reader: JobReader,
	request: ResultRequest,
	status: JobStatus,
): Promise<OutputItem[]> {
	const { service, hints } = reader;
	const { settings, resultQuery, explanation } = request;
	const { job, draft, received } = status;
	const { results, rows } = reader.job;
	if (results !== undefined) {
		if (!settings.includeInsights) return [jobItem(job, received)];
		const source: RequestDraft = { endpoint: results, id: job.id, query: resultQuery };
		return await resultRows(reader, request, { job, draft: source, received, isFirstPage: false });
	}
	const split = rows || settings.rowsPath !== undefined;
	const result = await service.decodeAsResult(draft, received);
	if (split && result.content.kind === 'data' && !settings.downloadFile) {
		return await resultRows(reader, request, { job, draft, received: result, isFirstPage: true });
	}
	const { endpoint } = draft;
	const response = new ResponseReader({ settings, hints, endpoint, explanation }, received);
	response.explainAll({ isRated: reader.job.hasRiskRating });
	const plain = jobItem(job, result);
	const isRated = reader.job.hasRiskRating && received.content.kind === 'data';
	const own = isRated ? withRating(plain, response, hints) : plain;
	const findLink = () => response.value('link');
	const withFile = await withLinkedFile({ service, settings, findLink, item: own });
	const { item, failure } = await withComments(reader, request, job, withFile.item);
	const items = settings.includeComments === 'rows' ? commentItems(job, item) : [item];
	const wrong = withFile.failure ?? failure;
	if (wrong !== undefined) throw new PartialFailure(wrong, items);
	return items;
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
	{ service, hints }: JobReader,
	{ settings, maxRows, explanation }: ResultRequest,
	{ job, draft, received, isFirstPage }: JobStatus & { isFirstPage: boolean },
): Promise<OutputItem[]> {
	const firstResponse = isFirstPage ? received : undefined;
	const read = await readList({
		source: service,
		hints,
		draft,
		settings,
		maxRows,
		firstResponse,
		explanation,
	});
	// A job without rows is still returned as one item.
	const items =
		read.rows.length === 0
			? [jobItem(job, { ...received, content: read.first })]
			: read.rows.map((value) => ({ json: withJobField(job, rowToItem(value).json) }));
	if (read.failure !== undefined) throw new PartialFailure(read.failure, items);
	if (read.recognised) addNoResultsHint(hints, read.rows, `job ${job.id}`);
	return items;
}

async function withComments(
	{ service, hints, job: { comments } }: JobReader,
	{ settings, resultQuery }: ResultRequest,
	job: Job,
	item: OutputItem,
): Promise<Extended> {
	if (comments === undefined || settings.includeComments === false) return { item };
	try {
		const { recognised, rows, first, failure } = await readList({
			source: {
				baseUrl: service.baseUrl,
				// Comments become a field of the result, so 'Response Format' does not apply.
				read: async (draft) => await service.read(draft, { format: 'auto' }),
			},
			hints,
			draft: { endpoint: comments, id: job.id, query: resultQuery },
			settings,
			maxRows: Infinity,
		});
		const read = recognised ? rows.map((each) => rowToItem(each).json) : [toItem(first).json];
		const all = { ...item, json: { ...item.json, comments: read } };
		return failure === undefined
			? { item: all }
			: { item: incomplete(all, COMMENTS_MISSING), failure };
	} catch (failure) {
		return { item: incomplete(item, COMMENTS_MISSING), failure };
	}
}

const COMMENTS_MISSING = 'Not all comments could be read';
