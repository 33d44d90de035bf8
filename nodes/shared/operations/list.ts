import { isCharged, type RequestOperation } from '../catalogue/types';
import { firstPage, readPages, type PageSource, type RowsRead } from '../lists/readPages';
import type { IncompleteReason } from '../lists/scheme';
import { Failure, rethrow } from '../failure/Failure';
import { jobIdIn, ofJob } from '../jobs/job';
import { fieldsOf, type RequestDraft } from '../request/draft';
import { isEmpty } from '../recognition/scalars';
import { rowToItem, toItem } from '../response/outputItem';
import { explainNext, explainRows, type Explanation } from '../plan/explain';
import { planFor } from '../plan/plan';
import type { Hints } from './Hints';
import { addIgnoredParameterHints } from './ignoredParameterHints';
import type { ItemRun, ItemsRead, Reader } from './RunContext';
import type { DecodedResponse } from '../Service';
import { withLinkedFile } from './linkedFile';
import { addUnfinishedHint } from './readJob';
import { reportDifference, ResponseReader } from './ResponseReader';

/** A list: one item per row, over as many pages as are wanted. */
export async function listRows(
	run: ItemRun,
	{ of: type }: Pick<RequestOperation, 'of'>,
): Promise<ItemsRead> {
	const { hints, draft, index } = run;
	const read = await readList(run);
	const { recognised, rows, received, failure } = read;
	const id = jobIdIn(draft);
	const items = (recognised ? rows.map(rowToItem) : [toItem(received.content)]).map((each) =>
		ofJob({ type, id }, each),
	);
	if (recognised && isCharged(draft.endpoint)) addNoResultsHint(hints, read, `item ${index}`);
	return { items, failure };
}

/** Adds a hint if a paid request returned no rows: that is valid, but may be charged. */
export function addNoResultsHint(
	hints: Hints,
	{ rows, failure, isUnfinished }: Pick<RowsRead, 'rows' | 'failure' | 'isUnfinished'>,
	subject: string,
): void {
	const isNothing = rows.length === 0 && failure === undefined && isUnfinished !== true;
	if (isNothing) hints.add(NO_RESULTS, subject, 'info');
}

const NO_RESULTS =
	'The service returned no results for %, and may charge for that too. Loosen the filters, or check the spelling of names and IDs.';

interface ListReading extends Omit<Reader, 'service'> {
	service: PageSource;
	draft: RequestDraft;
	maxRows: number;
	/** The first page, where it has been read already as the state of a job. */
	firstResponse?: DecodedResponse;
}

/** Reads rows page by page, and adds a hint if rows may be missing. */
export async function readList(reading: ListReading): Promise<RowsRead> {
	const { service, hints, draft, settings, maxRows, firstResponse, explanation } = reading;
	const { maxPages, pages, overrides, rowsPath, contract } = settings;
	const stated = { overrides, rowsPath, contract };
	const options = { settings: pages, maxRows, maxPages, stated };
	const all = await readPages({ service, draft, options, firstResponse });
	const read = withDifferences(reading, all);
	if (explanation) explainList(explanation, reading, read);
	// The request for the state of a job had no page fields.
	const sent = firstResponse === undefined ? firstPage(draft, pages, { contract }) : draft;
	const { firstCount, rows } = read;
	const [asked, entered] = [fieldsOf(sent), fieldsOf(draft)];
	addIgnoredParameterHints(hints, { asked, entered, firstCount, rows });
	if (!read.recognised && read.received.content.kind === 'data') hints.add(ROWS_NOT_RECOGNISED);
	if (read.incomplete !== undefined) hints.add(INCOMPLETE[read.incomplete], read.pageFailure);
	const isUnfinished = firstResponse === undefined && addUnfinishedHint(reading, read.received);
	return { ...read, isUnfinished, failure: withRowCount(read) };
}

/** With 'On Error: Continue' the rows before the failure are returned: the failure says that others are missing. */
function withRowCount({ failure, rows }: RowsRead): unknown {
	if (!(failure instanceof Failure) || rows.length === 0) return failure;
	const { description = '' } = failure.details;
	const missing = `The ${rows.length} rows of the pages before this request are complete; later rows are missing.`;
	return failure.with({ description: `${missing} ${description}`.trim() });
}

/** Rows that were read before a page differed from a strict contract are kept. */
function withDifferences({ draft, ...list }: ListReading, read: RowsRead): RowsRead {
	const reader = { ...list, endpoint: draft.endpoint };
	try {
		for (const difference of read.differences) {
			reportDifference(reader, difference.content ?? read.received.content, difference);
		}
		return read;
	} catch (failure) {
		if (read.rows.length === 0) return rethrow(failure);
		return { ...read, failure };
	}
}

function explainList(
	explanation: Explanation,
	{ draft: { endpoint }, settings }: ListReading,
	{ recognised, rows }: RowsRead,
): void {
	if (recognised === undefined) {
		explanation.add(endpoint, 'rows', null);
		explanation.add(endpoint, 'next', null);
		return;
	}
	const { next, rows: place, rowsPlan } = recognised;
	explanation.add(endpoint, 'rows', explainRows(place, rows.length), rowsPlan());
	const plan = planFor(settings.contract, endpoint).next ?? next?.plan;
	explanation.add(endpoint, 'next', next ? explainNext(next) : null, plan && { next: plan });
}

const ROWS_NOT_RECOGNISED =
	"The node found no list of rows in the response, so it returned the whole response. Set 'Rows Path' in Options > Recognition to the path of the list, e.g. data.items.";

const MORE_ROWS = 'There may be more rows than the node returned:';
const PAGINATION = "under 'Pagination' in Options > Recognition.";

const INCOMPLETE: Record<IncompleteReason, string> = {
	maxPages:
		"There are more rows than the node returned: it stopped at 'Max Pages', or at 10,000 pages if that is 0. Raise it in Options > Recognition to read more.",
	noProgress: `${MORE_ROWS} the next page was empty or repeated earlier rows. Choose how to request pages ${PAGINATION}`,
	otherOrigin: `${MORE_ROWS} the link to the next page points to another host, so the node did not follow it. Choose another mode ${PAGINATION}`,
	emptyPages: `${MORE_ROWS} the service returned one next page after another, but the last ones had no rows. Choose how to request pages ${PAGINATION}`,
	unknownNext: `The service reports more rows than the node returned, but its response does not say how to request them. Choose how ${PAGINATION}`,
	total: `The service reports more rows than the node returned. If some are missing, choose how to request pages ${PAGINATION}`,
	fullPage: `${MORE_ROWS} the page was full, and the response does not say whether another one follows. If so, choose how to request pages ${PAGINATION}`,
	nextPageFailed: `${MORE_ROWS} the request for the next page failed (%). If rows are missing, choose how to request pages ${PAGINATION}`,
};

/** One request, one item; or one item per row where the user says where the rows are. */
export async function callOnce(
	run: ItemRun,
	{ document, of: type, createsNamed }: Pick<RequestOperation, 'document' | 'of' | 'createsNamed'>,
): Promise<ItemsRead> {
	const { service, hints, settings, explanation, draft, index } = run;
	const { endpoint } = draft;
	const received = await service.read(draft, { document });
	const { content } = received;
	const returnsResult = document !== true && type === undefined && createsNamed !== true;
	const isBlank = content.kind === 'empty' || (content.kind === 'data' && isEmpty(content.value));
	const reader = new ResponseReader({ settings, hints, explanation, endpoint }, received);
	// A call may start a job with its own ID, e.g. a monitored screening.
	const given = jobIdIn(draft);
	const startsJob = type !== undefined && given === undefined;
	const isPaid = isCharged(endpoint);
	const isUnfinished = isPaid && !startsJob && addUnfinishedHint(run, received);
	if (returnsResult && isPaid && isBlank) {
		addNoResultsHint(hints, { rows: [], isUnfinished }, `item ${index}`);
	}
	const id = startsJob ? reader.id()?.value : given;
	if (content.kind === 'data' && settings.rowsPath !== undefined) {
		const { value: rows = [] } = reader.rows() ?? {};
		return { items: rows.map((value) => ofJob({ type, id }, rowToItem(value))) };
	}
	reader.explainAll();
	const whole = ofJob({ type, id }, toItem(content));
	// 'Download File' is on by default, and some services create the report later.
	const { item, failure } = await withLinkedFile(run, reader, whole, { isLinkRequired: false });
	return { items: [item], failure };
}
