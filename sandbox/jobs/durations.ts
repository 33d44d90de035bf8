import { JOB_SECONDS, type Duration, type JobType } from './types';

/** A number is the whole length; a quarter of it passes in the queue. */
export type DurationOption = number | Duration;
export type DurationOptions = Partial<Record<JobType, DurationOption>>;

export function durationOf(type: JobType, options: DurationOptions, scale: number): Duration {
	const given = options[type] ?? JOB_SECONDS[type] * 1000;
	const { queued, running } =
		typeof given === 'number' ? { queued: given / 4, running: given * 0.75 } : given;
	return { queued: queued * scale, running: running * scale };
}
