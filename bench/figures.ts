/** One line of the table. */
export interface Figure {
	/** Unique, for comparison with earlier results. */
	id: string;
	group: string;
	label: string;
	value: number;
	unit: 'x' | '%' | 'ms' | 's' | 'MiB' | 'KiB' | 'per job' | 'of 200' | '';
	/** What it is measured against, in words. */
	against?: string;
	/** The least, or the most, that it should be. */
	goal?: { least: number } | { most: number };
	/** Compared with earlier results by the short form. */
	watched?: boolean;
}

export interface Results {
	date: string;
	versions: { package: string; n8n: string; node: string };
	/** Where the figures come from: they are compared within one run only. */
	machine: { cores: number; loadAtStart: number; loadAtEnd: number };
	figures: Figure[];
}

export function median(values: number[]): number {
	const sorted = [...values].sort((a, b) => a - b);
	const middle = Math.floor(sorted.length / 2);
	return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

export function meetsGoal({ value, goal }: Figure): boolean | undefined {
	if (goal === undefined) return undefined;
	return 'least' in goal ? value >= goal.least : value <= goal.most;
}

export function shown({ value, unit }: Pick<Figure, 'value' | 'unit'>): string {
	const digits = Math.abs(value) >= 100 || Number.isInteger(value) ? 0 : 2;
	const number = value.toLocaleString('en', {
		maximumFractionDigits: digits,
		minimumFractionDigits: digits,
	});
	return unit === '' ? number : `${number} ${unit}`;
}

export function goalOf({ goal, unit }: Figure): string {
	if (goal === undefined) return '';
	return 'least' in goal
		? `at least ${shown({ value: goal.least, unit })}`
		: `at most ${shown({ value: goal.most, unit })}`;
}

/** Changes for the worse beyond this are regressions; machines that are busy measure badly. */
export const MARGIN = 0.3;

export function isRegression(now: Figure, before: Figure): boolean {
	const { goal } = now;
	const isBetterLow = goal !== undefined && 'most' in goal;
	return isBetterLow
		? now.value > before.value * (1 + MARGIN) && meetsGoal(now) === false
		: now.value < before.value * (1 - MARGIN);
}
