import type { IExecuteFunctions, INode, INodeExecutionData } from 'n8n-workflow';

import { inputFailure } from '../failure/Failure';
import { truncateForModel } from '../response/truncateForModel';
import { MAX_TOOL_RESPONSE_LABEL } from './labels';
import { readParameter } from './parameters';

/** Whether an AI agent uses the node. n8n gives the tool variant of a node this ending. */
export function isTool({ type }: Pick<INode, 'type'>): boolean {
	return type.endsWith('Tool');
}

/** What an agent gets to read: no more than its model can take in. */
export function forAgent(
	context: IExecuteFunctions,
	items: INodeExecutionData[],
): INodeExecutionData[] {
	const most = Number(entered(context));
	// A value that is no number was reported already.
	if (!(most > 0)) return items;
	const fitting = truncateForModel(
		items.map(({ json }) => json),
		most,
	);
	return fitting.flatMap((json, index) => {
		const item = items[index];
		return item === undefined ? [] : [{ ...item, json }];
	});
}

/** A model that gets nothing would call again. */
export function skippedByTool(node: INode): INodeExecutionData[] {
	return isTool(node) ? [{ json: { skipped: SKIPPED } }] : [];
}

const SKIPPED =
	'An earlier call or execution has sent this request, so it was not sent again. Do not call the tool again for it.';

/** Before anything is sent: a mistake must not cost a response. */
export function checkTool(context: IExecuteFunctions): void {
	const value = entered(context);
	const most = Number(value);
	if (Number.isInteger(most) && most >= 0) return;
	throw inputFailure(
		`'${MAX_TOOL_RESPONSE_LABEL}' is not a whole number of 0 or more`,
		`It is '${String(value)}'. Correct it; 0 means no limit.`,
	);
}

function entered(context: IExecuteFunctions): unknown {
	return isTool(context.getNode()) ? readParameter({ context, index: 0 }, 'maxAnswerSize', 0) : 0;
}
