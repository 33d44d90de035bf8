import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { clock, runInSlices } from '../clock';
import { parseUrl } from '../http/baseUrl';
import { incomplete } from '../response/outputItem';
import type { Settings } from '../settings/readSettings';
import { toN8nItem, type ItemOutcome } from './items';
import { readOptions } from './prepare';
import { readParameter } from './parameters';
import { asHtml } from '../values/escape';
import { textOf } from '../values/text';

/** Adds the report to the first item of an outcome, if the option 'HTML Report' is set. */
export async function withReport(outcome: ItemOutcome): Promise<ItemOutcome> {
	const { items, call } = outcome;
	const [first, ...rest] = items;
	if (first === undefined || call === undefined) return outcome;
	const { settings, connection, draft } = call;
	if (settings.report === 'none' || settings.dryRun) return outcome;
	try {
		const source = { host: parseUrl(connection.baseUrl)?.host, request: draft.body };
		const made = await makeReport(items, settings, { source });
		return {
			...outcome,
			items: [{ ...first, json: withView(first.json, made), report: made.file }, ...rest],
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
	const text = typeof title === 'string' ? title.trim() : '';
	const made = await makeReport(inputs, settings, { title: text });
	const { file: report } = made;
	const about = { title: made.title, fileName: report.name, itemCount: inputs.length };
	const { json, binary } = await toN8nItem(context.helpers, {
		json: withView(about, made),
		report,
	});
	showReportHint(context, json);
	return [{ json, binary, pairedItem: inputs.map((_, index) => ({ item: index })) }];
}

const IN_FILE =
	'Open the file in the binary field "report" in a browser, or send it with a node for email, chat or a drive.';
const IN_TEXT = `${IN_FILE} An HTML node shows {{ $json.reportHtml }} in n8n.`;

/** The hint above the output says what to do with the report, too. */
export function showReportHint(
	context: Pick<IExecuteFunctions, 'addExecutionHints'>,
	{ reportView }: IDataObject = {},
): void {
	if (reportView === undefined) return;
	const message = asHtml(textOf(reportView));
	context.addExecutionHints({ message, type: 'info', location: 'outputPane' });
}

/** How to look at the report comes first: n8n itself shows no HTML file. */
function withView(json: IDataObject, { text }: { text?: string }): IDataObject {
	const reportView =
		text === undefined
			? `${IN_FILE} To see it in n8n, set HTML Report to "File and Text".`
			: IN_TEXT;
	return { reportView, ...json, ...(text !== undefined && { reportHtml: text }) };
}

/** Loaded when the first report is made: few workflows make one. */
async function makeReport(
	items: Array<{ json: IDataObject }>,
	settings: Settings,
	/** A title of the user, and where the items come from. */
	about: { title?: string; source?: { host?: string; request?: IDataObject } },
) {
	const { createReport } = await import('../report/createReport');
	const how = { title: '', madeAt: clock.now(), withText: settings.report === 'fileAndText' };
	const all = items.map(({ json }) => json);
	return await runInSlices(createReport({ items: all, ...how, ...about }));
}
