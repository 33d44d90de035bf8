import { Failure } from '../failure/Failure';
import { fileItem, incomplete, type OutputItem } from '../response/outputItem';
import type { Service } from '../Service';
import type { Settings } from '../settings/readSettings';
import type { Extended } from './RunContext';

interface Linking {
	service: Pick<Service, 'download'>;
	settings: Pick<Settings, 'downloadFile'>;
	findLink: () => string | undefined;
	item: OutputItem;
	/** Called instead of a failure, if the user did not turn on 'Download File'. */
	onNoLink?: () => void;
}

export async function withLinkedFile({
	service,
	settings,
	findLink,
	item,
	onNoLink,
}: Linking): Promise<Extended> {
	if (!settings.downloadFile || item.file !== undefined) return { item };
	try {
		const link = findLink();
		if (link !== undefined) return { item: fileItem(await service.download(link), item.json) };
		if (onNoLink === undefined) throw noLink();
		onNoLink();
		return { item };
	} catch (error) {
		const failure = error instanceof Failure ? error.with({ response: item.json }) : error;
		return { item: incomplete(item, 'The linked file could not be downloaded'), failure };
	}
}

function noLink(): Failure {
	return new Failure({
		kind: 'response',
		message: 'The node found no link to a file in the response',
		description:
			"Add the path of the link, e.g. report.url, as 'link' to the contract in the credential, or turn off 'Download File'.",
	});
}
