import { PLACES, STATES, type NextPlan, type Plan, type Plans, type StatePlan } from './plan';

type Note = (conflict: string) => void;

/** One plan per endpoint. Paths and words add up; where two cannot both hold, the first stays. */
export function mergePlans(all: Iterable<Plans>): { plans: Plans; conflicts: string[] } {
	const plans = new Map<string, Plan>();
	const conflicts = new Set<string>();
	for (const some of all) {
		for (const [label, plan] of some) {
			const note: Note = (conflict) => conflicts.add(`${label}: ${conflict}`);
			plans.set(label, mergePlan(plans.get(label) ?? {}, plan, note));
		}
	}
	return { plans, conflicts: [...conflicts] };
}

export function mergePlan(a: Plan, b: Plan, note: Note = () => undefined): Plan {
	const both = PLACES.filter((name) => a[name] && b[name]);
	const places = Object.fromEntries(both.map((name) => [name, union(a[name], b[name])]));
	const merged: Plan = { ...b, ...a, ...places };
	const hasReason = merged.reason !== undefined;
	return {
		...merged,
		...(a.state && b.state && { state: mergeState(a.state, b.state, hasReason, note) }),
		...(a.next && b.next && { next: mergeNext(a.next, b.next, note) }),
		...(a.fields && b.fields && { fields: { ...b.fields, ...a.fields } }),
	};
}

function mergeState(a: StatePlan, b: StatePlan, hasReason: boolean, note: Note): StatePlan {
	if (a.none && b.none && a.none !== b.none) note(`no state means ${a.none} and ${b.none}`);
	const progress = union(a.progress, b.progress);
	const paths = { path: union(a.path, b.path), ...(progress.length > 0 && { progress }) };
	const merged = { ...b, ...a, ...paths };
	for (const state of STATES) {
		for (const word of b[state]) {
			const other = STATES.find((each) => each !== state && merged[each].includes(word));
			const isSettledByReason = hasReason && state !== 'pending' && other !== 'pending';
			if (other === undefined || isSettledByReason) merged[state] = union(merged[state], [word]);
			else note(`'${word}' means ${other} and ${state}`);
		}
	}
	return merged;
}

/** Pages of one list are requested in one way; the place of a cursor may differ. */
function mergeNext(a: NextPlan, b: NextPlan, note: Note): NextPlan {
	const label = ({ scheme, name = '' }: NextPlan) => `${scheme} ${name}`.trim();
	if (label(a) === label(b)) return { ...b, ...a, path: union(a.path, b.path) };
	note(`the next page is requested by ${label(a)} and by ${label(b)}`);
	return a;
}

function union(a: readonly string[] = [], b: readonly string[] = []): readonly string[] {
	return [...new Set([...a, ...b])];
}
