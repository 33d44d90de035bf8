import {
	NodeApiError,
	NodeOperationError,
	type IDataObject,
	type INode,
	type JsonObject,
} from 'n8n-workflow';

import { Cancelled } from '../failure/Cancelled';
import { asFailure, type FailureDetails } from '../failure/Failure';
import { isRecord } from '../values/records';
import { withoutTags } from '../values/escape';
import { isTool } from './tool';

type NodeError = NodeApiError | NodeOperationError;

/** n8n's error for what went wrong with an item, or with a trigger, which has none. */
export function toNodeError(
	node: INode,
	thrown: unknown,
	itemIndex?: number,
	addition?: string,
): NodeError {
	if (thrown instanceof NodeApiError || thrown instanceof NodeOperationError) return thrown;
	const details = detailsOf(thrown);
	// An addition lists requests that were sent. Running the workflow again may charge them again.
	const isFree = details.outcomeUnknown !== true && addition === undefined;
	const again = isFree ? details.rerunAdvice : undefined;
	const description = withoutTags([details.description, again, addition].filter(Boolean).join(' '));
	const said = withoutTags(details.message);
	const message = itemIndex === undefined ? said : `${said} [item ${itemIndex}]`;
	const options = {
		message: isTool(node) ? withDetails(message, [details.modelAdvice, description]) : message,
		description,
		itemIndex,
	};
	const error =
		details.kind !== 'request'
			? new NodeOperationError(node, options.message, options)
			: new NodeApiError(node, { message: options.message } satisfies JsonObject, {
					...options,
					httpCode: details.status === undefined ? undefined : String(details.status),
				});
	const shown = PUBLIC.filter((name) => details[name] !== undefined);
	const publicDetails = Object.fromEntries(shown.map((name) => [name, details[name]]));
	Object.assign(error.context, { details: publicDetails, job: details.job });
	return error;
}

/** A model reads only the message of an error. What it should do comes first: long messages are cut. */
function withDetails(message: string, details: Array<string | undefined>): string {
	const text = details.filter(Boolean).join(' ');
	return text === '' ? message : `${message}\n\nDetails: ${text}`;
}

/** n8n sends an item to the error output only if `error` is its one field: all is in there. */
export function failedJson(error: NodeError, node: Pick<INode, 'type' | 'onError'>): IDataObject {
	const { details, itemIndex, job } = error.context;
	if (isTool(node)) return { error: error.message, ...(job !== undefined && { job }) };
	const shown: IDataObject = {
		message: error.message,
		description: error.description,
		itemIndex,
		...(isRecord(details) && details),
	};
	return node.onError === 'continueErrorOutput' || job === undefined
		? { error: shown }
		: { error: shown, job };
}

function detailsOf(thrown: unknown): FailureDetails {
	if (thrown instanceof Cancelled) {
		// n8n recognises a stopped execution by the word "canceled" in the message.
		return {
			kind: 'stopped',
			message: 'The execution was canceled',
			description: 'No further requests were sent.',
		};
	}
	return asFailure(thrown).details;
}

/** What a workflow can branch on, next to message and description. */
const PUBLIC = [
	...(['status', 'code', 'reason', 'requestId', 'retryAt', 'request'] as const),
	...(['outcomeUnknown', 'job', 'response'] as const),
];
