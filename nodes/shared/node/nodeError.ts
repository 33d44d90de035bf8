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
		message: isTool(node) ? withDetails(message, description) : message,
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
	Object.assign(error.context, { details: publicDetails(details), job: details.job });
	return error;
}

/** A model reads only the message of an error, and decides by it whether to call the tool again. */
function withDetails(message: string, description: string): string {
	return description === '' ? message : `${message}\n\nDetails: ${description}`;
}

/** n8n sends an item to the error output only if `error` is its one field: all is in there. */
export function failedJson(error: NodeError, onError: INode['onError']): IDataObject {
	const { details, itemIndex, job } = error.context;
	const shown: IDataObject = {
		message: error.message,
		description: error.description,
		itemIndex,
		...(isRecord(details) && details),
	};
	return onError === 'continueErrorOutput' || job === undefined
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
function publicDetails(details: FailureDetails): IDataObject {
	const { status, code, reason, requestId, retryAt, request, outcomeUnknown, job, response } =
		details;
	const all = {
		status,
		code,
		reason,
		requestId,
		retryAt,
		request,
		outcomeUnknown,
		job,
		response,
	};
	return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined));
}
