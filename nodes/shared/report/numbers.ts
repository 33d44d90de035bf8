const FULL = new Intl.NumberFormat('en', { maximumFractionDigits: 2 });
const SHORT = new Intl.NumberFormat('en', { notation: 'compact', maximumSignificantDigits: 3 });
/** Up to here all digits fit. */
const MAX_FULL = 10_000;

/** With a comma between thousands. */
export const fullNumber = (value: number): string => FULL.format(value);

/** 1,234 or 1.2M: short enough for a big number. */
export const shortNumber = (value: number): string =>
	Math.abs(value) < MAX_FULL ? fullNumber(value) : SHORT.format(value);

/** Always one digit after the point: percentages stand below each other. */
export function percent(value: number): string {
	const text = value.toFixed(1);
	return `${text === '-0.0' ? '0.0' : text}%`;
}

/** Services give rates as 0.034 or as 3.4. Hardly anybody engages more than half of all followers. */
export const rateText = (rate: number): string =>
	percent(Math.abs(rate) <= 0.5 ? rate * 100 : rate);

/** 0.87 and 87 are the same. */
export const scorePercent = (score: number): number => (Math.abs(score) <= 1 ? score * 100 : score);
export const scoreText = (score: number): string => percent(scorePercent(score));

export const countOf = (count: number, noun: string): string =>
	`${fullNumber(count)} ${noun}${count === 1 ? '' : 's'}`;

/** A value that is known, as text. */
export const shown = <T, R>(value: T | undefined, format: (value: T) => R): R | undefined =>
	value === undefined ? undefined : format(value);
