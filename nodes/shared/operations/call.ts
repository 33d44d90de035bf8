import type { RequestOperation } from '../catalogue/vocabulary';
import { jobIdIn, ofJob } from '../jobs/job';
import { row, whole, type OutputItem } from '../response/outputItem';
import { jobIdOf, rowsOf, valueOf } from './byContract';
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
	const reading = { settings, hints, endpoint: draft.endpoint, answer };
	// A call may start something that has an ID of its own, e.g. a monitored screening.
	const given = jobIdIn(draft);
	const startsJob = type !== undefined && given === undefined;
	const id = startsJob ? jobIdOf(reading)?.value : given;
	if (content.kind === 'data' && settings.rowsPath !== undefined) {
		const found = rowsOf(reading);
		if (found !== undefined) {
			explanation?.ofRows(found, found.rows.length, { endpoint: draft.endpoint, content });
			return found.rows.map((value) => ofJob({ type, id }, row(value)));
		}
		hints.add(ROWS_NOT_RECOGNISED);
	}
	explanation?.ofAnswer(answer, draft.endpoint);
	if (startsJob) explanation?.ofStarted(answer, draft.endpoint);
	const extended = await withLinkedFile({
		service,
		settings,
		findLink: () => valueOf(reading, 'link'),
		item: ofJob({ type, id }, whole(content)),
		// The download is on by default, and some services make the report later.
		onNoLink: () => {
			hints.add(NO_LINK);
		},
	});
	return [completed(extended)];
}
