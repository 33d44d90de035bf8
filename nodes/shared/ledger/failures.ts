import { iso } from '../clock';
import { Failure } from '../failure/Failure';
import type { Entry } from './Entries';

/** An earlier try may have paid for the request, and its response is not known. */
export function notSentAgain(
	entry: Entry,
	{ label, notSentMessage }: { label: string; notSentMessage: string },
): Failure {
	const { outcome, at, failure: reported } = entry;
	const failed = (why: string, description: string) =>
		new Failure({
			...reported,
			kind: 'job',
			message: `${notSentMessage}, because ${why}`,
			description,
			outcomeUnknown: true,
		});
	switch (outcome) {
		case 'damaged':
			return failed(
				'the data that n8n saved from earlier attempts is damaged',
				`The node cannot determine whether an earlier attempt sent ${label}. It may have been processed and charged: check with the service. To send it, start a new execution or turn on 'Retry Unsafe' in Options > Requests. It may be charged again.`,
			);
		case 'lost':
			return failed(
				'an earlier attempt may have succeeded',
				`The request sent at ${iso(at)} got no usable response${reported === undefined ? '' : ` (${reported.message})`}. It may have been processed and charged: check with the service. Only if it was not, send it again: in a new execution, or with 'Retry Unsafe' in Options > Requests.`,
			);
		case 'accepted':
		case 'unclear':
			return failed(
				'an earlier attempt got a response that was too large to store',
				`The request got a response at about ${iso(at)}, and has probably been charged. If there is a Get operation, use it to read the result. To send ${label} again, start a new execution or turn on 'Retry Unsafe' in Options > Requests. It may be charged again. Process fewer items or rows per execution so that the responses can be stored.`,
			);
	}
}
