/** The least, or the most, that a figure should be. */
export type Limit = { least: number } | { most: number };

/** One line of the table. */
export interface Figure {
	/** Unique: the chart finds it by this. */
	id: string;
	group: string;
	label: string;
	value: number;
	/** Every round, if it is the median of several. */
	rounds?: number[];
	unit: 'x' | '%' | 'ms' | 's' | 'MiB' | 'KiB' | 'per job' | '';
	/** What it is measured against, in words. */
	against?: string;
	/** The full form fails if it is missed. */
	goal?: Limit;
	/** The short form fails if it is missed: fixed, with room for a machine that does other things. */
	floor?: Limit;
}

type More = Pick<Figure, 'against' | 'goal' | 'floor' | 'rounds'>;

/** The figures of a group, a line each. */
export const inGroup =
	(group: string) =>
	(id: string, label: string, value: number, unit: Figure['unit'], more: More = {}): Figure => ({
		...{ id, group, label, value, unit },
		...more,
	});

export const meets = (value: number, limit: Limit): boolean =>
	'least' in limit ? value >= limit.least : value <= limit.most;

export const missesGoal = ({ value, goal }: Figure): boolean =>
	goal !== undefined && !meets(value, goal);

export const missesFloor = ({ value, floor }: Figure): boolean =>
	floor !== undefined && !meets(value, floor);

export function shown({ value, unit }: Pick<Figure, 'value' | 'unit'>): string {
	const digits = Math.abs(value) >= 100 || Number.isInteger(value) ? 0 : 2;
	const number = value.toLocaleString('en', {
		maximumFractionDigits: digits,
		minimumFractionDigits: digits,
	});
	return unit === '' ? number : `${number} ${unit}`;
}

/** From the lowest round to the highest. */
export const bandOf = ({ rounds = [], unit }: Figure): string =>
	rounds.length < 2
		? ''
		: [Math.min(...rounds), Math.max(...rounds)]
				.map((value) => shown({ value, unit }))
				.join(' to ');

export function limitOf(limit: Limit | undefined, unit: Figure['unit']): string {
	if (limit === undefined) return '';
	return 'least' in limit
		? `at least ${shown({ value: limit.least, unit })}`
		: `at most ${shown({ value: limit.most, unit })}`;
}

export const named = ({ group, label, against }: Figure): string =>
	`${group}: ${label}${against === undefined ? '' : ` (against ${against})`}`;
