import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { clock, runInSlices } from '../clock';
import { incomplete, type OutputItem } from '../response/outputItem';
import type { Settings } from '../settings/readSettings';
import { toN8nItem, type ItemOutcome } from './items';
import { readOptions } from './prepare';
import { readParameter } from './parameters';

/** Adds the report to the first item of an outcome, if the option 'Report' is set. */
export async function withReport(outcome: ItemOutcome): Promise<ItemOutcome> {
	const { items, settings } = outcome;
	const [first, ...rest] = items;
	if (first === undefined || settings === undefined || settings.report === 'none') return outcome;
	try {
		const made = await makeReport(
			items.map(({ json }) => json),
			{ settings },
		);
		return {
			...outcome,
			items: [{ ...first, json: { ...first.json, ...fieldsOf(made) }, report: made.file }, ...rest],
		};
	} catch {
		// Paid results are returned, with or without a report.
		return { ...outcome, items: [incomplete(first, 'The report could not be created'), ...rest] };
	}
}

/** One report of all input items, whatever they hold; nothing is sent. */
export async function reportOfInput(context: IExecuteFunctions): Promise<INodeExecutionData[]> {
	const inputs = context.getInputData();
	const settings = readOptions(context, 0);
	const title = readParameter({ context, index: 0 }, 'reportTitle', '');
	const made = await makeReport(
		inputs.map(({ json }) => json),
		{ settings, title: typeof title === 'string' ? title.trim() : '' },
	);
	const report = made.file;
	const item: OutputItem = {
		json: {
			title: made.title,
			fileName: report.name,
			itemCount: inputs.length,
			...fieldsOf(made),
		},
		report,
	};
	const { json, binary } = await toN8nItem(context.helpers, item);
	return [{ json, binary, pairedItem: inputs.map((_, index) => ({ item: index })) }];
}

const IN_FILE =
	'Open the file in the binary field "report" in a browser, or send it with a node for mail, chat or a drive.';
const IN_TEXT = `${IN_FILE} An HTML node shows {{ $json.reportHtml }} in n8n.`;

/** How to look at the report: n8n itself shows no HTML file. */
function fieldsOf({ text }: { text?: string }): IDataObject {
	return text === undefined
		? { reportView: `${IN_FILE} To see it in n8n, set Report to "File and Text".` }
		: { reportView: IN_TEXT, reportHtml: text };
}

/** Loaded when the first report is made: few workflows make one. */
async function makeReport(
	items: IDataObject[],
	{ settings, title = '' }: { settings: Settings; title?: string },
) {
	const { createReport } = await import('../report/createReport');
	const withText = settings.report === 'fileAndText';
	return await runInSlices(createReport({ items, title, madeAt: clock.now(), withText }));
}
