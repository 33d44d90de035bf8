import { isRecord } from '../values/records';
import { keyTests } from './keys';
import { coreOf, outlineOf } from './outline';
import { candidate, collectBy, type Found } from './rules';
import { asCount } from './scalars';

export interface Cost {
	used?: Found<number>;
	left?: Found<number>;
}

const UNITS = 'credits?|quota|units?|funds|balance|points|coins';
const USED = 'used|spent|consumed|charged|deducted|cost|burned';
const LEFT = 'left|remaining|available|balance|remain';

const is = keyTests({
	used: new RegExp(
		`(^| )(${UNITS}) (${USED})$|(^| )(${USED}) (${UNITS})$|^((request|api|total|query|call) )?(cost|credits charge)$`,
	),
	left: new RegExp(`(^| )(${UNITS}) (${LEFT})$|(^| )(${LEFT}) (${UNITS})$`),
	account: new RegExp(`^(.* )?(${UNITS}|usage|billing|cost|account|plan|subscription)( info)?$`),
	innerUsed: new RegExp(`^(${USED}|this request|credits?)$`),
	innerLeft: new RegExp(`^(${LEFT})$`),
	/** Allowances per second or minute say nothing of money. */
	limit: /rate ?limit|throttl/,
});

export const isCostKey = (key: string): boolean => is.used(key) || is.left(key);

export function findCost(value: unknown, headers: Record<string, string>): Cost {
	const core = coreOf(outlineOf(isRecord(value) ? value : {}));
	const accounts = core.flatMap(({ children }) => children.filter(({ key }) => is.account(key)));
	const find = (name: keyof Cost, isInner: (key: string) => boolean) => {
		const rule = `cost.${name}` as const;
		const isKey = is[name];
		const inHeaders = Object.entries(headers).flatMap(([header, text]) => {
			const count = isKey(header) && !is.limit(header) ? asCount(text) : undefined;
			return count === undefined ? [] : [candidate(rule, `headers.${header}`, count)];
		});
		const inBody = collectBy([...core, ...accounts], rule, isKey, asCount);
		return [...inHeaders, ...inBody, ...collectBy(accounts, rule, isInner, asCount)][0];
	};
	return { used: find('used', is.innerUsed), left: find('left', is.innerLeft) };
}
