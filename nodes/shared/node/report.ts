import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { clock, runInSlices } from '../clock';
import { parseUrl } from '../http/baseUrl';
import type { Call } from '../ledger/Call';
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
	const { settings } = call ?? {};
	if (first === undefined || call === undefined || settings === undefined) return outcome;
	if (settings.report === 'none' || settings.dryRun) return outcome;
	try {
		const made = await makeReport(items, { settings, source: sourceOf(call) });
		return {
			...outcome,
			items: [{ ...first, json: withView(first.json, made), report: made.file }, ...rest],
		};
	} catch {
		// Paid results are returned, with or without a report.
		return { ...outcome, items: [incomplete(first, 'The report could not be created'), ...rest] };
	}
}

/** What a report says of where its items come from. */
const sourceOf = ({ connection, draft }: Call) => ({
	host: parseUrl(connection.baseUrl)?.host,
	request: draft.body,
});

/** One report of all input items, whatever they hold; nothing is sent. */
export async function reportOfInput(context: IExecuteFunctions): Promise<INodeExecutionData[]> {
	const inputs = context.getInputData();
	const settings = readOptions(context, 0);
	const title = readParameter({ context, index: 0 }, 'reportTitle', '');
	const text = typeof title === 'string' ? title.trim() : '';
	const made = await makeReport(inputs, { settings, title: text });
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
	'Open the file in the binary field "report" in a browser, or send it with a node for mail, chat or a drive.';
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

interface ReportOptions {
	settings: Settings;
	source?: ReturnType<typeof sourceOf>;
	title?: string;
}

/** Loaded when the first report is made: few workflows make one. */
async function makeReport(
	items: Array<{ json: IDataObject }>,
	{ settings, source, title = '' }: ReportOptions,
) {
	const { createReport } = await import('../report/createReport');
	const about = { title, madeAt: clock.now(), withText: settings.report === 'fileAndText', source };
	return await runInSlices(createReport({ items: items.map(({ json }) => json), ...about }));
}
