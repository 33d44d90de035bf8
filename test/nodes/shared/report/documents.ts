import type { IDataObject } from 'n8n-workflow';

import { compose } from '../../../../nodes/shared/report/compose';
import { readSubject, type Subject } from '../../../../nodes/shared/report/kind';
import type {
	Part,
	PartDraft,
	ReportDocument,
	Section,
} from '../../../../nodes/shared/report/document';
import { runAtOnce } from '../../../../nodes/shared/values/steps';

/** When the reports of these tests are made. */
export const madeAt = Date.UTC(2026, 2, 7, 12, 30);

export const subjectOf = (json: IDataObject): Subject => runAtOnce(readSubject(json));

/** The part with its sections. */
export const made = (draft: PartDraft): Part => ({
	...draft,
	sections: draft.sections.flatMap((make) => {
		const sections = make();
		return Array.isArray(sections) ? sections : runAtOnce(sections);
	}),
});

export const documentOf = (items: IDataObject[], title = ''): ReportDocument =>
	runAtOnce(compose({ subjects: items.map(subjectOf), title, madeAt }));

export const sectionsOf = (items: IDataObject[]): Section[] =>
	documentOf(items).parts.flatMap(({ sections }) => sections);

/** The one section of a kind, by its title where there are several. */
export function sectionOf<K extends Section['kind']>(
	sections: readonly Section[],
	kind: K,
	title?: string,
): Extract<Section, { kind: K }> | undefined {
	return sections.find(
		(each): each is Extract<Section, { kind: K }> =>
			each.kind === kind && (title === undefined || ('title' in each && each.title === title)),
	);
}

/** The numbers up to this one, each made into something. */
export const times = <T>(count: number, make: (at: number) => T): T[] =>
	Array.from({ length: count }, (_, at) => make(at));
