import { JOB_TYPES } from '../catalogue/jobTypes';
import { callsService, type Operation } from '../catalogue/types';

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

const rating: Record<string, Preview> = {
	riskRating: text,
	flaggedCount: count,
	reportUrl: text,
};

/** Of a document that was downloaded. */
const file: Record<string, Preview> = { fileName: text, mimeType: text, fileSize: count };

/** Of a report that the node makes of its input. */
const report: Record<string, Preview> = {
	title: text,
	fileName: text,
	itemCount: count,
	reportView: text,
};

/** Of a contract that the node makes of its input. */
const contract: Record<string, Preview> = { responseContract: text, endpointCount: count };

/**
 * What is known of the items of an operation before it ran: the fields that this package adds. The
 * responses of the service are not documented, so an operation that adds nothing to them has none.
 */
export function previewOf(operation: Operation): Preview | undefined {
	if (operation.kind === 'report') return { ...object(report), version: 1 };
	if (!callsService(operation)) return { ...object(contract), version: 1 };
	if (!('job' in operation)) {
		return operation.document ? { ...object(file), version: 1 } : undefined;
	}
	const isRated = operation.job.hasRiskRating === true && operation.kind !== 'submit';
	const job = object(jobFields(operation));
	return { ...object({ ...(isRated && rating), job }), version: 1 };
}
