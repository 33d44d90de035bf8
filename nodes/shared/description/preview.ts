import { JOB_TYPES } from '../catalogue/jobTypes';
import type { Operation } from '../catalogue/types';

/** The part of JSON Schema that n8n's editor shows. */
export interface Preview {
	type: 'object' | 'string' | 'number' | 'boolean';
	description?: string;
	enum?: readonly string[];
	properties?: Record<string, Preview>;
	/** Of the file, for n8n. */
	version?: number;
}

const text: Preview = { type: 'string' };
const count: Preview = { type: 'number' };
const object = (properties: Record<string, Preview>): Preview => ({ type: 'object', properties });

const jobFields = (operation: Operation): Record<string, Preview> => ({
	type: { type: 'string', enum: JOB_TYPES },
	id: text,
	state: { type: 'string', enum: ['pending', 'finished', 'failed'] },
	rawState: text,
	...(operation.kind !== 'submit' && { reason: text }),
	// Of a job that was submitted elsewhere, the time is unknown.
	...(operation.kind !== 'get' && { submittedAt: text }),
	...(operation.kind === 'submitAndWait' && { finishedAt: text }),
});

/**
 * What is known of the items of an operation before it ran: the fields that this package adds. The
 * responses of the service are not documented, so an operation that adds nothing to them has none.
 */
export function previewOf(operation: Operation): Preview | undefined {
	const added = fieldsAddedBy(operation);
	return added === undefined ? undefined : { ...object(added), version: 1 };
}

function fieldsAddedBy(operation: Operation): Record<string, Preview> | undefined {
	switch (operation.kind) {
		case 'report':
			return { title: text, fileName: text, itemCount: count, reportView: text };
		case 'contract':
			return { responseContract: text, endpointCount: count };
		case 'call':
		case 'list':
			return operation.document ? { fileName: text, mimeType: text, fileSize: count } : undefined;
		default: {
			const isRated = operation.job.hasRiskRating === true && operation.kind !== 'submit';
			const rating = { riskRating: text, flaggedCount: count, reportUrl: text };
			return { ...(isRated && rating), job: object(jobFields(operation)) };
		}
	}
}
