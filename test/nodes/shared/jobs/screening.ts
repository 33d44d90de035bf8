import type { JobDefinition } from '../../../../nodes/shared/catalogue/types';

/** A kind of job, for tests that need any. */
export const screening: JobDefinition = {
	type: 'screening',
	noun: 'screening',
	submit: { method: 'POST', path: '/screening' },
	get: { method: 'GET', path: '/screening/{id}' },
	rows: false,
	returnAllByDefault: false,
};
