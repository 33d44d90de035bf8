import type { Difference } from '../plan/layers';
import type { NextPlan } from '../plan/plan';
import { readPageInfo } from '../plan/read';
import type { PageInfo } from '../recognition/pageInfo';
import { nextStep, pageInfoOn, type NextStep } from './nextStep';
import type { PageContext } from './pageCounts';
import { DEFAULT_PAGE_SETTINGS, type PageSettings } from './scheme';

interface Page {
	/** 'Pagination' of the node. */
	settings: PageSettings;
	/** Of the contract. */
	plan?: NextPlan;
	context: PageContext;
}

interface Decision {
	step: NextStep;
	/** What recognition found. */
	info?: PageInfo;
	difference?: Difference;
}

/** The next page by the node's option, else by the contract, else by recognition. */
export function decideNext({ settings, plan, context }: Page): Decision {
	if (plan === undefined || settings.scheme !== 'auto') {
		const info = pageInfoOn(context);
		return { step: nextStep(withNames(settings, plan), context, info), info };
	}
	const { scheme, first } = plan;
	if (scheme === 'none') return { step: { kind: 'end' } };
	const source = { value: context.response, headers: context.headers, endpointPath: '' };
	const info = readPageInfo(source, plan);
	if (info !== undefined || context.rows === 0) {
		const pinned = withNames({ scheme, first }, plan);
		return { step: nextStep(pinned, context, info ?? { next: [] }) };
	}
	return whereItIsNow(plan, context);
}

/** Many services leave the next-page field out on the last page. It is a difference only if a next page is named elsewhere. */
function whereItIsNow({ path, total, pages, more }: NextPlan, context: PageContext): Decision {
	const info = pageInfoOn(context);
	const step = nextStep(DEFAULT_PAGE_SETTINGS, context, info);
	if (step.kind === 'end' || step.basis === 'full' || step.basis === 'probe') {
		return { step: step.kind === 'end' ? step : { kind: 'end' } };
	}
	const places = [...(path ?? []), ...(total ?? []), ...(pages ?? []), ...(more ?? [])];
	const what = `the next page is not at '${places.join("' or '")}'`;
	return { step, info, difference: { what, now: step.found.path } };
}

/** The request's fields are called as in the contract, however pages are requested. */
function withNames(settings: PageSettings, plan: NextPlan | undefined): PageSettings {
	const { name, size } = plan ?? {};
	const { scheme } = settings;
	if (name === undefined || scheme === 'auto' || scheme === 'none' || scheme === 'nextUrl') {
		return settings;
	}
	const sizes = size === undefined ? {} : { limitName: size, pageSizeName: size };
	return { ...settings, names: { [`${scheme}Name`]: name, ...sizes } };
}
