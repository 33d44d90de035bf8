import type { IContextObject, IExecuteFunctions } from 'n8n-workflow';

import { mayBeCharged, type EndpointOperation } from '../catalogue/types';
import { inputFailure } from '../failure/Failure';
import { OPTIONS } from '../settings/options';
import type { Settings } from '../settings/readSettings';
import { isRecord } from '../values/records';
import { COUNT_KEY } from './Ceiling';
import { ENTRIES_KEY } from './Entries';

/** Where n8n keeps what a node stores for its next try or call. */
interface NodeStorage {
	/** Saved with the execution. If nothing is kept, it stays empty. */
	readonly data: IContextObject;
	readonly isKept: boolean;
}

export function openStorage(context: Pick<IExecuteFunctions, 'getContext'>): NodeStorage {
	try {
		const data: unknown = context.getContext('node');
		return { data: isRecord(data) ? data : { ...DAMAGED }, isKept: true };
	} catch {
		// n8n's first-class agents call a tool without an execution that could keep anything.
		return { data: new Proxy({}, { set: () => true }), isKept: false };
	}
}

/** What n8n saved is no object: nothing is known of earlier tries. */
const DAMAGED: IContextObject = { [ENTRIES_KEY]: 'damaged', [COUNT_KEY]: 'damaged' };

/** Both options need what earlier tries and calls stored: without it, requests would be paid for too often. */
export function checkStorage(
	{ isKept }: NodeStorage,
	operation: EndpointOperation,
	{ maxPaidRequests, skipProcessed }: Pick<Settings, 'maxPaidRequests' | 'skipProcessed'>,
): void {
	if (isKept || !mayBeCharged(operation) || (maxPaidRequests === 0 && !skipProcessed)) return;
	const { label } = OPTIONS.ungrouped[maxPaidRequests > 0 ? 'maxPaidRequests' : 'skipProcessed'];
	throw inputFailure(
		`'${label}' cannot be used here, so nothing was sent`,
		`This kind of agent keeps nothing between the calls of a tool. Remove '${label}' from Options, or use the node in a workflow with an AI Agent node.`,
	).with({
		modelAdvice: 'Do not call it again: it sends nothing until a person changes this option.',
	});
}
