import { Failure } from '../failure/Failure';
import { fileItem, incomplete, type OutputItem } from '../response/outputItem';
import type { ResponseReader } from './ResponseReader';
import type { Extended, Reader } from './RunContext';

/** With the file that the response links to, if 'Download File' is on. */
export async function withLinkedFile(
	{ service, settings, hints }: Reader,
	response: ResponseReader,
	item: OutputItem,
	{ isLinkRequired }: { isLinkRequired: boolean },
): Promise<Extended> {
	if (!settings.downloadFile || item.file !== undefined) return { item };
	try {
		const link = response.value('link');
		if (link !== undefined) return { item: fileItem(await service.download(link), item.json) };
		if (isLinkRequired) {
			throw new Failure({
				kind: 'response',
				message: 'The node found no link to a file in the response',
				description:
					"Add the path of the link, e.g. report.url, as 'link' to the contract in the credential, or turn off 'Download File'.",
			});
		}
		hints.add(NO_LINK);
		return { item };
	} catch (error) {
		const failure = error instanceof Failure ? error.with({ response: item.json }) : error;
		return { item: incomplete(item, 'The linked file could not be downloaded'), failure };
	}
}

const NO_LINK =
	"The node found no link to a file in the response and returned the response as it is. If there is a link, add its path as 'link' to the contract in the credential.";
