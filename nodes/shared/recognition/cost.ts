import { isRecord, valueAt } from '../values/records';
import { headerAt } from './jobLink';
import { matchesKey } from './keys';
import { coreOf, outlineOf } from './outline';
import { candidate, look, pickBest, type Reading, type RuleId } from './rules';
import { asCount } from './scalars';

export interface Cost {
	used?: Reading<number>;
	left?: Reading<number>;
}

export interface CostPaths {
	/** Into the body, or into a header: `headers.x-credits-used`. */
	usedPath?: string;
	leftPath?: string;
}

const UNITS = 'credits?|quota|units?|funds|balance|points|coins';
const USED = 'used|spent|consumed|charged|deducted|cost|burned';
const LEFT = 'left|remaining|available|balance|remain';

const isUsed = matchesKey(
	new RegExp(
		`(^| )(${UNITS}) (${USED})$|(^| )(${USED}) (${UNITS})$|^((request|api|total|query|call) )?(cost|credits charge)$`,
	),
);
const isLeft = matchesKey(
	new RegExp(`(^| )(${UNITS}) (${LEFT})$|(^| )(${LEFT}|total available) (${UNITS})$`),
);
const isAccount = matchesKey(
	new RegExp(`^(.* )?(${UNITS}|usage|billing|cost|account|plan|subscription)( info)?$`),
);
const isUnits = matchesKey(new RegExp(`^(.* )?(${UNITS}|cost)$`));
const isInnerUsed = matchesKey(new RegExp(`^(${USED}|this request|credits?)$`));
const isInnerLeft = matchesKey(new RegExp(`^(${LEFT})$`));
/** Allowances per second or minute say nothing of money. */
const isLimit = matchesKey(/rate ?limit|throttl/);

export function findCost(
	value: unknown,
	headers: Record<string, string>,
	{ usedPath, leftPath }: CostPaths = {},
): Cost {
	const core = coreOf(outlineOf(isRecord(value) ? value : {}));
	const accounts = core.flatMap(({ children }) => children.filter(({ key }) => isAccount(key)));
	const units = [...core, ...accounts].filter(({ key }) => isUnits(key));
	const find = (path: string | undefined, rule: RuleId, isKey: Test, isInner: Test) => {
		if (path) {
			const stated = asCount(headerAt(headers, path) ?? valueAt(value, path));
			return pickBest(stated === undefined ? [] : [candidate('stated', path, stated)]);
		}
		const inHeaders = Object.entries(headers).flatMap(([name, text]) => {
			const count = isKey(name) && !isLimit(name) ? asCount(text) : undefined;
			return count === undefined ? [] : [candidate(rule, `headers.${name}`, count)];
		});
		return pickBest([
			...inHeaders,
			...look([...core, ...accounts], rule, isKey, asCount),
			...look([...new Set([...units, ...accounts])], rule, isInner, asCount),
		]);
	};
	return {
		used: find(usedPath, 'cost.used', isUsed, isInnerUsed),
		left: find(leftPath, 'cost.left', isLeft, isInnerLeft),
	};
}

type Test = (key: string) => boolean;
