import type { IDataObject } from 'n8n-workflow';

import type { FileContent } from '../http/types';
import { profileName } from '../recognition/traits';
import { reportName } from '../response/namedFile';
import type { Steps } from '../values/steps';
import { compose } from './compose';
import { readSubject, type Subject } from './kind';
import { renderPage } from './render/page';

interface ReportRequest {
	/** Items of any of the nodes, and of any other. */
	items: readonly IDataObject[];
	title: string;
	madeAt: number;
	withText: boolean;
}

export interface Report {
	title: string;
	/** To keep, mail or print. */
	file: FileContent;
	/** For n8n's HTML node. Only if it is asked for. */
	text?: string;
}

/** One self-contained HTML page of what the items hold; what is not recognised becomes a table. */
export function* createReport({ items, title, madeAt, withText }: ReportRequest): Steps<Report> {
	const subjects: Subject[] = [];
	for (const item of items) {
		subjects.push(yield* readSubject(item));
		yield;
	}
	const document = yield* compose(subjects, { title, madeAt });
	const [only, second] = items;
	const profile = second === undefined ? profileName(only) : undefined;
	const page = yield* renderPage(document);
	return {
		title: document.title,
		file: {
			bytes: Buffer.from(page),
			name: profile === undefined ? 'report.html' : reportName(profile, '.html'),
			type: 'text/html',
		},
		...(withText && { text: page }),
	};
}
