import type { RequestOperation } from '../catalogue/vocabulary';
import { jobIdIn, ofJob, type Job } from '../jobs/job';
import { findJobId } from '../recognition/jobId';
import { findRows } from '../recognition/rows';
import { row, whole, type OutputItem } from '../response/outputItem';
import type { RequestDraft } from '../request/draft';
import type { Answer } from '../Service';
import type { Settings } from '../settings/readSettings';
import type { ItemCall } from './ItemCall';
import { withLinkedFile } from './linkedFile';
import { ROWS_NOT_RECOGNISED } from './list';
import { completed } from './PartialFailure';
import type { Reader } from './Run';

const NO_LINK =
	"The answer has no link to a file that was recognised, so it comes out as it is. If it has one, name its path as 'link' in the contract of the credential.";

/** One request, one item; or one item per row where the user says where the rows are. */
export async function callOnce(
	{ service, hints }: Reader,
	{ settings, draft, explanation }: ItemCall,
	{ document, of: type }: Pick<RequestOperation, 'document' | 'of'>,
): Promise<OutputItem[]> {
	const answer = await service.read(draft, { document });
	const { content } = answer;
	if (content.kind === 'data' && settings.rowsPath !== undefined) {
		const found = findRows({
			value: content.value,
			endpointPath: draft.endpoint.path,
			path: settings.rowsPath,
		});
		if (found !== undefined) {
			explanation?.ofRows(found, found.rows.length);
			return found.rows.map((value) => ofJob({ type, id: jobIdIn(draft) }, row(value)));
		}
		hints.add(ROWS_NOT_RECOGNISED);
	}
	explanation?.ofAnswer(answer);
	const id =
		type === undefined ? undefined : (jobIdIn(draft) ?? idOfNewJob(answer, settings, draft));
	const extended = await withLinkedFile({
		service,
		settings,
		content,
		item: ofJob({ type, id }, whole(content)),
		// The download is on by default, and some services make the report later.
		onNoLink: () => {
			hints.add(NO_LINK);
		},
	});
	return [completed(extended)];
}

/** A call may start something that has an ID of its own, e.g. a monitored screening. */
function idOfNewJob(
	{ content, response }: Answer,
	{ job }: Settings,
	{ endpoint }: RequestDraft,
): Job['id'] | undefined {
	return findJobId(content, response, job, { submittedTo: endpoint.path })?.value;
}
