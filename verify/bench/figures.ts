import { median } from '../report/tables';

/** The least, or the most, that a figure should be. */
type Goal = ({ least: number } | { most: number }) & {
	/** However busy the machine is, so that the short form fails as well. */
	isFirm?: boolean;
};

/** One line of the table. */
export interface Figure {
	group: string;
	label: string;
	/** The median of the rounds. */
	value: number;
	rounds?: number[];
	unit: 'x' | '%' | 'ms' | 's' | 'MiB' | 'per job';
	/** The command fails if it is missed. */
	goal?: Goal;
}

/** The figures of a group, a line each. */
export const inGroup =
	(group: string) =>
	(label: string, rounds: number[], unit: Figure['unit'], goal?: Goal): Figure => ({
		...{ group, label, value: median(rounds), unit },
		...(rounds.length > 1 && { rounds }),
		...(goal && { goal }),
	});

export const missesGoal = ({ value, goal }: Figure): boolean =>
	goal !== undefined && ('least' in goal ? value < goal.least : value > goal.most);

export function shown(value: number, unit: Figure['unit']): string {
	const digits = Math.abs(value) >= 100 || Number.isInteger(value) ? 0 : 2;
	const format = { maximumFractionDigits: digits, minimumFractionDigits: digits };
	return `${value.toLocaleString('en', format)} ${unit}`;
}

/** From the lowest round to the highest. */
export const bandOf = ({ rounds = [], unit }: Figure): string =>
	rounds.length === 0
		? ''
		: `${shown(Math.min(...rounds), unit)} to ${shown(Math.max(...rounds), unit)}`;

export function goalOf({ goal, unit }: Figure): string {
	if (goal === undefined) return '';
	return 'least' in goal
		? `at least ${shown(goal.least, unit)}`
		: `at most ${shown(goal.most, unit)}`;
}
