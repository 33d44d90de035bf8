import {
	NodeApiError,
	NodeOperationError,
	type IDataObject,
	type INode,
	type JsonObject,
} from 'n8n-workflow';

import { Cancelled } from '../errors/Cancelled';
import { Failure, type FailureDetails } from '../errors/Failure';

export type NodeError = NodeApiError | NodeOperationError;

/** n8n's error for what went wrong with an item. */
export function toNodeError(
	node: INode,
	thrown: unknown,
	itemIndex: number,
	addition?: string,
): NodeError {
	if (thrown instanceof NodeApiError || thrown instanceof NodeOperationError) return thrown;
	const details = detailsOf(thrown);
	const options = {
		message: `${details.message} [item ${itemIndex}]`,
		description: [details.description, addition].filter(Boolean).join(' '),
		itemIndex,
	};
	const error =
		details.request === undefined
			? new NodeOperationError(node, options.message, options)
			: new NodeApiError(node, { message: options.message } satisfies JsonObject, {
					...options,
					httpCode: details.status === undefined ? undefined : String(details.status),
				});
	Object.assign(error.context, { details: publicDetails(details, itemIndex) });
	return error;
}

/** What a failed item holds when the workflow continues on fail. */
export function failedJson(thrown: unknown, itemIndex: number): IDataObject {
	if (thrown instanceof NodeApiError || thrown instanceof NodeOperationError) {
		return { error: thrown.message, details: { itemIndex, description: thrown.description } };
	}
	const details = detailsOf(thrown);
	return {
		error: details.message,
		...(details.job !== undefined && { job: details.job }),
		details: publicDetails(details, itemIndex),
	};
}

function detailsOf(thrown: unknown): FailureDetails {
	if (thrown instanceof Failure) return thrown.details;
	if (thrown instanceof Cancelled) {
		return { message: 'The execution was stopped', description: 'Nothing more was sent.' };
	}
	return {
		message: 'The node failed unexpectedly',
		description: thrown instanceof Error ? thrown.message : String(thrown),
	};
}

function publicDetails(details: FailureDetails, itemIndex: number): IDataObject {
	const told = ['message', 'job'];
	const others = Object.entries(details).filter(
		([name, value]) => value !== undefined && !told.includes(name),
	);
	return { itemIndex, ...Object.fromEntries(others) };
}
