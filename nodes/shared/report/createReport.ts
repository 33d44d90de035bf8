import type { IDataObject } from 'n8n-workflow';

import { inSlices } from '../clock';
import type { FileContent } from '../http/types';
import { profileName } from '../recognition/traits';
import { reportName } from '../response/namedFile';
import { compose } from './compose';
import { subjectOf, type Subject } from './kind';
import { renderPage } from './render/page';

interface ReportRequest {
	/** Items of any of the nodes, and of any other. */
	items: readonly IDataObject[];
	title: string;
	/** In milliseconds. */
	madeAt: number;
}

export interface Report {
	title: string;
	/** To keep, mail or print. */
	file: () => FileContent;
	/** For n8n's HTML node, which shows no SVG. */
	text: () => string;
}

/** One self-contained HTML page of what the items hold; what is not recognised becomes a table. */
export async function createReport({ items, title, madeAt }: ReportRequest): Promise<Report> {
	const subjects: Subject[] = [];
	for await (const item of inSlices(items)) subjects.push(subjectOf(item));
	const document = compose({ subjects, title, madeAt });
	const [only, second] = items;
	const profile = second === undefined ? profileName(only) : undefined;
	return {
		title: document.title,
		file: () => ({
			bytes: Buffer.from(renderPage(document, 'file')),
			name: profile === undefined ? 'report.html' : reportName(profile, '.html'),
			type: 'text/html',
		}),
		text: () => renderPage(document, 'text'),
	};
}
