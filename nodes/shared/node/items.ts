import type {
	BinaryHelperFunctions,
	IBinaryKeyData,
	IDataObject,
	IExecuteFunctions,
	INodeExecutionData,
} from 'n8n-workflow';

import { pauseIfDue } from '../clock';
import { Failure, messageOf } from '../failure/Failure';
import {
	outputPath,
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
import type { Call } from '../ledger/Call';

/** One input item, from its preparation to its output. */
export interface ItemOutcome {
	/** The fields that its output items get. */
	input?: IDataObject;
	/** Absent if it could not be prepared, or is skipped: an earlier run has sent it. */
	call?: Call;
	items: OutputItem[];
	/** The items, with their files in n8n's binary data storage. */
	output?: INodeExecutionData[];
	/** Why it failed; `items` may hold a partial result. */
	failure?: unknown;
}

export function callsOf(outcomes: ItemOutcome[]): Call[] {
	return outcomes.flatMap(({ call }) => call ?? []);
}

/** Stores the files as n8n's binary data. An item whose file cannot be stored is returned without it. */
export async function store(
	helpers: Pick<BinaryHelperFunctions, 'prepareBinaryData'>,
	outcome: ItemOutcome,
): Promise<ItemOutcome> {
	const { settings } = outcome.call ?? {};
	// A dry run shows requests as they are.
	const shownBy = settings?.dryRun ? undefined : settings;
	const output: INodeExecutionData[] = [];
	let { failure } = outcome;
	for (const item of outcome.items) {
		await pauseIfDue();
		try {
			output.push(await toN8nItem(helpers, item, shownBy));
		} catch (error) {
			failure ??= error;
			const rest = incomplete({ json: item.json }, 'The file could not be stored');
			output.push(await toN8nItem(helpers, rest, shownBy));
		}
	}
	return { ...outcome, output, failure };
}

export async function toPairedItems(
	context: IExecuteFunctions,
	outcomes: ItemOutcome[],
): Promise<INodeExecutionData[]> {
	const node = context.getNode();
	const outputs: WithInput[] = [];
	for (const [index, { input = {}, output = [], failure }] of outcomes.entries()) {
		const pairedItem = { item: index };
		for (const item of output) {
			await pauseIfDue();
			outputs.push({ item: { ...item, pairedItem }, input });
		}
		if (failure === undefined) continue;
		const json = failedJson(toNodeError(node, failure, index), node);
		// n8n itself adds the input item to items on the error output.
		const isForErrorOutput = node.onError === 'continueErrorOutput';
		outputs.push({ item: { json, pairedItem }, input: isForErrorOutput ? {} : input });
	}
	return await withInputFields(outputs);
}

/** One error item per input item, if the whole run failed. */
export async function failedItems(
	context: IExecuteFunctions,
	failure: unknown,
): Promise<INodeExecutionData[]> {
	const outcomes = context.getInputData().map((_, index): ItemOutcome => {
		return { input: inputFieldsOrNone(context, index), items: [], failure };
	});
	return await toPairedItems(context, outcomes);
}

/** With 'Output Fields', the item keeps the fields of the response and of the simplified row to pick from. */
function simplified(item: OutputItem, settings: Settings | undefined): OutputItem {
	if (settings?.simplify !== true) return item;
	const row = simplify(item.json);
	return { ...item, json: settings.outputFields.length > 0 ? { ...row, ...item.json } : row };
}

/** Names in 'Output Fields' that no item has; none if there are no items. */
export async function unknownOutputFields(outcomes: ItemOutcome[]): Promise<string[]> {
	const ofResults = outcomes.filter(({ call }) => call?.settings.dryRun === false);
	const missing = new Set(ofResults.flatMap(({ call }) => call?.settings.outputFields ?? []));
	const items = ofResults.flatMap(({ output = [] }) => output);
	for (const { json } of missing.size > 0 ? items : []) {
		await pauseIfDue();
		for (const name of missing) {
			if (valueAt(json, outputPath(name)) !== undefined) missing.delete(name);
		}
	}
	return items.length === 0 ? [] : [...missing];
}

export async function toN8nItem(
	helpers: Pick<BinaryHelperFunctions, 'prepareBinaryData'>,
	emitted: OutputItem,
	settings = DEFAULT_SETTINGS,
): Promise<INodeExecutionData> {
	const item = withoutErrorField(emitted);
	const shown = simplified(item, settings);
	const picked = pickFields(shown, settings.outputFields);
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

function notStored(error: unknown, { json: { job } }: OutputItem): Failure {
	return new Failure({
		kind: 'unexpected',
		message: 'n8n could not store the file',
		description: `${messageOf(error)}. Make sure that n8n has enough space for binary data.`,
		...(isRecord(job) && { job }),
	});
}
