import { readRows } from '../plan/layers';
import { NO_OVERRIDES } from '../recognition/stateWords';
import type { RequestDraft } from '../request/draft';
import { nextStep, pageInfoOn } from './nextStep';
import { withPage, type Counts } from './pageCounts';
import { applyStep, onSameOrigin, pageOf, type PageSource } from './readPages';
import { DEFAULT_PAGE_SETTINGS, type Step } from './scheme';

export interface Bookmark extends Counts {
	step: Step;
	path: string;
}

interface OnePage {
	rows: unknown[];
	/** Absent on the last page. */
	next?: Bookmark;
}

interface Reading {
	service: PageSource;
	draft: RequestDraft;
	from?: Bookmark;
}

/** Reads one page of a list with automatic recognition. `undefined` if there is no list. */
export async function readOnePage({ service, draft, from }: Reading): Promise<OnePage | undefined> {
	const { baseUrl } = service;
	const current = from === undefined ? draft : applyStep(draft, checked(from.step, baseUrl));
	const received = await service.read(current);
	const { entry } = readRows(
		{ ...received, endpoint: draft.endpoint, overrides: NO_OVERRIDES },
		from?.path,
	);
	if (entry === undefined) return undefined;
	const { value: rows, path } = entry;
	const counts = withPage(from, rows.length);
	const page = pageOf(service, current, received, entry);
	const context = { ...page, ...counts, draft, requested: from?.step };
	const decision = nextStep(DEFAULT_PAGE_SETTINGS, context, pageInfoOn(context));
	// A picker does not request a page only to see whether a short first page was the last.
	if (decision.kind === 'end' || decision.basis === 'probe') return { rows };
	return { rows, next: { step: decision.ways[0].sent, path, ...counts } };
}

/** The browser could have changed it: a link to another host would get the token. */
function checked(step: Step, baseUrl: string): Step {
	if (!('url' in step)) return step;
	return { url: onSameOrigin(step.url, baseUrl, baseUrl) ?? baseUrl };
}
