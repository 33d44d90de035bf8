import type {
	BinaryHelperFunctions,
	IBinaryKeyData,
	IDataObject,
	IExecuteFunctions,
	INodeExecutionData,
} from 'n8n-workflow';

import { inSlices } from '../clock';
import { Failure, messageOf } from '../failure/Failure';
import {
	errorNameIn,
	serviceFieldsFirst,
	incomplete,
	pickFields,
	withoutErrorField,
	type OutputItem,
} from '../response/outputItem';
import { simplify } from '../response/simplify';
import { DEFAULT_SETTINGS, type Settings } from '../settings/readSettings';
import { isRecord, valueAt } from '../values/records';
import { withInputFields, inputFieldsOrNone, type WithInput } from './inputFields';
import { failedJson, toNodeError } from './nodeError';
import { Cancelled } from '../failure/Cancelled';
import type { Call } from '../ledger/Call';
import type { RunContext } from '../operations/RunContext';

/** What became of one input item, from its preparation to its output. */
export interface ItemOutcome {
	/** The fields that its output items get. */
	input?: IDataObject;
	/** Absent if it could not be prepared, or is skipped. */
	call?: Call;
	/** An earlier run has sent it. */
	isSkipped?: boolean;
	items: OutputItem[];
	/** Why it failed; `items` may hold a partial result. */
	failure?: unknown;
}

/** The same, with its files in n8n's binary data storage. */
export type StoredOutcome = Omit<ItemOutcome, 'items'> & { items: INodeExecutionData[] };

/** Stores the files as n8n's binary data. An item whose file cannot be stored is returned without it. */
export async function store(
	helpers: Pick<BinaryHelperFunctions, 'prepareBinaryData'>,
	{ items, ...outcome }: ItemOutcome,
): Promise<StoredOutcome> {
	const stored: StoredOutcome = { ...outcome, items: [] };
	const settings = outputSettings(outcome);
	for await (const item of inSlices(items)) {
		try {
			stored.items.push(await toN8nItem(helpers, item, settings));
		} catch (error) {
			stored.failure ??= error;
			const rest = incomplete({ json: item.json }, 'The file could not be stored');
			stored.items.push(await toN8nItem(helpers, rest, settings));
		}
	}
	return stored;
}

export async function toPairedItems(
	context: IExecuteFunctions,
	outcomes: StoredOutcome[],
): Promise<INodeExecutionData[]> {
	const outputs: WithInput[] = [];
	for (const [index, { input = {}, items, failure }] of outcomes.entries()) {
		const pairedItem = { item: index };
		for await (const item of inSlices(items)) {
			outputs.push({ item: { ...item, pairedItem }, input });
		}
		if (failure !== undefined) outputs.push(failedOutput(context, failure, index, input));
	}
	return await withInputFields(outputs);
}

/** One error item per input item, if the whole run failed. */
export async function failedItems(
	context: IExecuteFunctions,
	failure: unknown,
): Promise<INodeExecutionData[]> {
	const outputs = context
		.getInputData()
		.map((_, index) => failedOutput(context, failure, index, inputFieldsOrNone(context, index)));
	return await withInputFields(outputs);
}

/** n8n itself adds the input item to items on the error output. */
function failedOutput(
	context: IExecuteFunctions,
	failure: unknown,
	index: number,
	input: IDataObject,
): WithInput {
	const isForErrorOutput = context.getNode().onError === 'continueErrorOutput';
	return { item: failedItem(context, failure, index), input: isForErrorOutput ? {} : input };
}

/** With 'Output Fields', the item keeps the fields of the response and of the simplified row to pick from. */
function simplified(item: OutputItem, settings: Settings | undefined): OutputItem {
	if (settings?.simplify !== true) return item;
	const row = simplify(item.json);
	return { ...item, json: settings.outputFields.length > 0 ? { ...row, ...item.json } : row };
}

/** Names in 'Output Fields' that no item has; none if there are no items. */
export async function unknownOutputFields(outcomes: ItemOutcome[]): Promise<string[]> {
	const missing = new Set(outcomes.flatMap((each) => outputSettings(each)?.outputFields ?? []));
	if (outcomes.every(({ items }) => items.length === 0)) return [];
	for (const outcome of outcomes) {
		const settings = outputSettings(outcome);
		for await (const item of inSlices(outcome.items)) {
			// Mostly the first item has all of them.
			if (missing.size === 0) return [];
			// With `error` under both of its names.
			const both = { ...item.json, ...withoutErrorField(item).json };
			const { json } = simplified({ ...item, json: both }, settings);
			for (const name of missing) if (valueAt(json, name) !== undefined) missing.delete(name);
		}
	}
	return [...missing];
}

export async function toN8nItem(
	helpers: Pick<BinaryHelperFunctions, 'prepareBinaryData'>,
	emitted: OutputItem,
	settings = DEFAULT_SETTINGS,
): Promise<INodeExecutionData> {
	const item = withoutErrorField(emitted);
	const shown = simplified(item, settings);
	const picked = pickFields(shown, settings.outputFields, errorNameIn(emitted.json));
	const { json, file, report } = serviceFieldsFirst(picked);
	const { binaryProperty: property } = settings;
	const isTaken = file !== undefined && property === REPORT_PROPERTY;
	const files = [
		{ at: property, content: file },
		{ at: isTaken ? OTHER_REPORT_PROPERTY : REPORT_PROPERTY, content: report },
	];
	const binary: IBinaryKeyData = {};
	for (const { at, content } of files) {
		if (content === undefined) continue;
		const { bytes, name, type } = content;
		try {
			binary[at] = await helpers.prepareBinaryData(bytes, name, type);
		} catch (error) {
			throw notStored(error, emitted);
		}
	}
	return Object.keys(binary).length === 0 ? { json } : { json, binary };
}

const REPORT_PROPERTY = 'report';
/** Used if the user chose 'report' as the field for the service's file. */
const OTHER_REPORT_PROPERTY = 'htmlReport';

function failedItem(
	context: IExecuteFunctions,
	failure: unknown,
	index: number,
): INodeExecutionData {
	const node = context.getNode();
	const json = failedJson(toNodeError(node, failure, index), node);
	return { json, pairedItem: { item: index } };
}

function notStored(error: unknown, { json: { job } }: OutputItem): Failure {
	return new Failure({
		kind: 'unexpected',
		message: 'n8n could not store the file',
		description: `${messageOf(error)}. Make sure that n8n has enough space for binary data.`,
		...(isRecord(job) && { job }),
	});
}

/** The first item that failed itself, in preference to one that was cancelled because another failed. */
export function indexOfFirstFailed(outcomes: Array<{ failure?: unknown }>): number {
	const own = outcomes.findIndex(
		({ failure }) => failure !== undefined && !(failure instanceof Cancelled),
	);
	return own === -1 ? outcomes.findIndex(({ failure }) => failure !== undefined) : own;
}

export function withoutItems(outcome: ItemOutcome): StoredOutcome {
	return { ...outcome, items: [] };
}

export function withoutFailure(outcome: StoredOutcome): StoredOutcome {
	return { ...outcome, failure: undefined };
}

/** How the items are shown; a dry run shows requests as they are. */
function outputSettings({ call }: Pick<ItemOutcome, 'call'>): Settings | undefined {
	return call?.settings.dryRun ? undefined : call?.settings;
}

/** Removes the advice to run the workflow again: that would charge again for other items. */
export function withoutRerunAdvice({ failure, ...outcome }: StoredOutcome): StoredOutcome {
	const isAdvised = failure instanceof Failure && failure.details.rerunAdvice !== undefined;
	return { ...outcome, failure: isAdvised ? failure.with({ rerunAdvice: undefined }) : failure };
}

/** Describes what a retry of the execution continues with; `undefined` if there is nothing. */
export function describeSentRequests(
	{ jobLog, ledger }: Pick<RunContext, 'jobLog' | 'ledger'>,
	failed?: number,
	isNamed = false,
): string | undefined {
	const { all } = ledger.entries;
	const lostItems = all.flatMap(([name, { outcome }]) =>
		outcome === 'lost' ? (name.split('.')[0] ?? []) : [],
	);
	const lost = [...new Set(lostItems)].filter((item) => item !== String(failed));
	const answered = all.filter(
		([, { outcome, job }]) => outcome === 'accepted' && job === undefined,
	);
	const received = answered.filter(([, { response }]) => response !== undefined);
	const notStored = answered.filter(([, { response }]) => response === undefined);
	const sentences = [
		lost.length > 0 &&
			`Items whose request got no usable response: ${lost.join(', ')}. The requests may have been processed and charged: check with the service before you send them again.`,
		jobLog.describe(isNamed ? failed : undefined),
		received.length > 0 &&
			`Requests that got a response: ${received.length}. The responses are stored with this execution: a retry of it uses them and does not send the requests again.`,
		notStored.length > 0 &&
			`Responses that were too large to store: ${notStored.length}. A retry of this execution does not send their requests again.`,
	].filter((each) => typeof each === 'string');
	return sentences.length === 0 ? undefined : sentences.join(' ');
}
