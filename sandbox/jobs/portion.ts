import type { Job } from './types';

/** What is left of the data of a job that ends partially, or empty. */
export function portion<T>(job: Job, items: T[]): T[] {
	if (job.empty) return [];
	return job.ending === 'partial' ? items.slice(0, Math.ceil(items.length / 2)) : items;
}
