import type { IDataObject } from 'n8n-workflow';

import { createReport } from '../../../../nodes/shared/report/createReport';
import { readSubject, type Subject } from '../../../../nodes/shared/recognition/itemKind';
import { runAtOnce } from '../../../../nodes/shared/values/steps';

/** When the reports of these tests are made. */
export const madeAt = Date.UTC(2026, 2, 7, 12, 30);

export const subjectOf = (json: IDataObject): Subject => runAtOnce(readSubject(json));

export const pageOf = (items: IDataObject[], title = ''): string =>
	runAtOnce(createReport({ items, title, madeAt, withText: true })).text ?? '';

/** What a reader sees: a line for each heading, number, row and entry. A cell ends in `|`, a box is its size. */
export const linesIn = (html: string): string[] =>
	html
		.replace(/<style>.*<\/style>/s, '')
		.replace(/<div class="hidden">.*?<\/div>/g, '')
		.replace(/<span class="label"[^>]*>[^<]*<\/span>/g, '')
		.replace(/<span class="box ([a-z]+\d?)" style="\w+:([\d.]+)%"><\/span>/g, '[$1 $2]')
		.replace(/<\/(th|td|dt)>/g, ' | ')
		.replace(/<\/?span\b/g, ' $&')
		.replace(/<(tr|li|p|h\d|div|caption|figcaption|summary|title|dt|nav)\b/g, '\n<$1')
		.replace(/<\/(h3|figcaption)>/g, '\n')
		.replace(/<[^>]*>/g, '')
		.split('\n')
		.map((line) =>
			line
				.replace(/[\s|]*$/, '')
				.replace(/\s+/g, ' ')
				.trim(),
		)
		.filter((line) => line !== '');

/** The lines between the heading of the page and its footer. */
export function linesOf(items: IDataObject[], title = ''): string[] {
	const lines = linesIn(pageOf(items, title));
	const [first, last] = ['Made on', 'Service |'].map((start) =>
		lines.findIndex((line) => line.startsWith(start)),
	);
	return lines.slice(first + 1, last);
}

/** The lines of a section, from the one after its title. */
export function below(lines: readonly string[], title: string): string[] {
	const at = lines.indexOf(title);
	return at === -1 ? [] : lines.slice(at + 1);
}

/** The numbers up to this one, each made into something. */
export const times = <T>(count: number, make: (at: number) => T): T[] =>
	Array.from({ length: count }, (_, at) => make(at));
