import { CONTRACT_RULE, type NextPageContract } from '../contract/contract';
import { asPinnedCursor, asLength, asNextLink, firstAt } from '../contract/read';
import { ownValue } from '../values/records';
import { requestedFields, type NextStep, type PageContext } from './nextStep';
import type { NextPageEvidence, Step } from './scheme';

/** The next page according to the contract; `missing`: there is no value at the contract's path. */
type PinnedDecision = NextStep | { kind: 'missing'; path: string };

const END: PinnedDecision = { kind: 'end' };

/** The next page by the contract: nothing is recognised. */
export function pinnedStep(pin: NextPageContract, context: PageContext): PinnedDecision {
	if (pin.scheme === 'none') return { kind: 'missing', path: '' };
	const isPlace = pin.scheme === 'cursor' || pin.scheme === 'nextUrl';
	return isPlace ? byPlace(pin, context) : byCount({ name: '', ...pin }, context);
}

function byPlace(
	{ scheme, path = [], name = '' }: NextPageContract,
	context: PageContext,
): PinnedDecision {
	const source = { value: context.response, headers: context.headers };
	const isCursor = scheme === 'cursor';
	const found = firstAt(path, source, isCursor ? asPinnedCursor : asNextLink);
	if (found === undefined) {
		// Null, an empty string and similar values end a list.
		const isThere = firstAt(path, source, () => true) !== undefined;
		return isThere ? END : { kind: 'missing', path: path.join(', ') };
	}
	const url = isCursor ? undefined : context.resolve(String(found.value));
	if (!isCursor && url === undefined) return { kind: 'end', incomplete: 'otherOrigin' };
	const step = url === undefined ? { fields: { [name]: found.value } } : { url };
	const isSame = JSON.stringify(step) === JSON.stringify(context.requested);
	return context.rows === 0 && isSame ? END : next(step, 'named', found);
}

function byCount(
	{ scheme, name, size = '', first = 1, ...pin }: NextPageContract & { name: string },
	context: PageContext,
): PinnedDecision {
	const { rows, largestPage, entered } = context;
	const source = { value: context.response, headers: context.headers };
	const sent = ownValue(requestedFields(context), name);
	const isPage = scheme === 'page';
	const current = asLength(sent ?? entered.value(name)) ?? (isPage ? first : 0);
	const total = firstAt(pin.total, source, asLength);
	const pages = firstAt(pin.pages, source, asLength);
	const counts = pin.total ?? pin.pages;
	if (counts !== undefined && (total ?? pages) === undefined && rows > 0) {
		return { kind: 'missing', path: counts.join(', ') };
	}
	const seen = isPage ? (current - first) * largestPage + rows : current + rows;
	const isOver =
		(total !== undefined && seen >= total.value) ||
		(pages !== undefined && current - first + 1 >= pages.value);
	const isShort =
		(total ?? pages) === undefined && rows < (asLength(entered.value(size)) ?? largestPage);
	if (rows === 0 || isOver || isShort) return END;
	const to = isPage ? current + 1 : current + rows;
	const basis = (total ?? pages) === undefined ? 'full' : 'announced';
	return next({ fields: { [name]: to } }, basis, { path: '', value: to });
}

function next(
	step: Step,
	basis: NextPageEvidence,
	found: { path: string; value: unknown },
): NextStep {
	const reported = { ...found, candidates: [], sent: step };
	return {
		kind: 'next',
		step,
		basis,
		isComplete: false,
		found: { ...reported, rule: CONTRACT_RULE },
	};
}
