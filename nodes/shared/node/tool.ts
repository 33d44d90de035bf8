import type { IExecuteFunctions, INode, INodeExecutionData } from 'n8n-workflow';

import { clock } from '../clock';
import { inputFailure } from '../failure/Failure';
import { truncateForModel } from '../response/truncateForModel';
import { MAX_TOOL_RESPONSE_LABEL } from './labels';
import { readParameter } from './parameters';

/** Enough for an error with its advice. */
const MIN_TOOL_RESPONSE = 1_000;

/** Whether an AI agent uses the node. n8n gives the tool variant of a node this ending. */
export function isTool({ type }: Pick<INode, 'type'>): boolean {
	return type.endsWith('Tool');
}

interface ToolCall {
	name: string;
	tries: number;
}

/** By their arguments: when n8n retries a call, the run index changes, but the arguments are the same object. */
const calls = new WeakMap<object, ToolCall>();
let countOfCalls = 0;

/** The call, if an agent runs the node itself, as AI Agent up to version 2.2 does. Later ones let n8n run it. */
export function callByAgent(
	context: Pick<IExecuteFunctions, 'getInputData'> &
		// Older versions of n8n have no `isToolExecution`.
		Partial<Pick<IExecuteFunctions, 'isToolExecution'>>,
): ToolCall | undefined {
	const [input] = context.getInputData();
	if (input === undefined || context.isToolExecution?.() !== true) return undefined;
	const { json } = input;
	const name = () => `tool-${clock.now().toString(36)}-${++countOfCalls}`;
	const call = calls.get(json) ?? { name: name(), tries: 0 };
	calls.set(json, call);
	return call;
}

/** Counts the try. An agent that runs the node itself passes an empty text to its model if the last try throws. */
export function answersWithErrors(context: IExecuteFunctions): boolean {
	const call = callByAgent(context);
	if (call === undefined) return false;
	call.tries++;
	const { retryOnFail = false, maxTries = 3 } = context.getNode();
	// As n8n counts them.
	return !retryOnFail || call.tries >= Math.min(5, Math.max(2, maxTries));
}

/** What an agent gets to read: no more than its model can take in, and never nothing. */
export function forAgent(
	context: IExecuteFunctions,
	items: INodeExecutionData[],
): INodeExecutionData[] {
	if (items.length === 0 && isTool(context.getNode())) return [{ json: { noResults: NO_RESULTS } }];
	const most = Number(entered(context));
	// A value that is no number was reported already.
	if (!(most > 0)) return items;
	// The last items are left out, and an error must not be one of them.
	const isError = ({ json }: INodeExecutionData) => json.error !== undefined;
	const all = [...items.filter(isError), ...items.filter((item) => !isError(item))];
	const fitting = truncateForModel(
		all.map(({ json }) => json),
		Math.max(most, MIN_TOOL_RESPONSE),
	);
	return fitting.flatMap((json, index) => {
		const item = all[index];
		return item === undefined ? [] : [{ ...item, json }];
	});
}

const NO_RESULTS = 'The request succeeded. There are no results.';

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
	if (Number.isInteger(most) && (most === 0 || most >= MIN_TOOL_RESPONSE)) return;
	throw inputFailure(
		`'${MAX_TOOL_RESPONSE_LABEL}' is not a whole number of ${MIN_TOOL_RESPONSE} or more`,
		`It is '${String(value)}'. Correct it; 0 means no limit.`,
	);
}

function entered(context: IExecuteFunctions): unknown {
	return isTool(context.getNode()) ? readParameter({ context, index: 0 }, 'maxAnswerSize', 0) : 0;
}
