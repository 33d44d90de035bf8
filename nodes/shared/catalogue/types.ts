import type { Field, Picker } from './fields';
import type { JobType } from './jobTypes';

export type Method = 'GET' | 'POST' | 'PATCH';

export interface Endpoint {
	readonly method: Method;
	/** Relative to the base URL; at most one `{id}` segment. */
	readonly path: string;
}

/** An asynchronous pair, with the endpoints that belong to its result. */
export interface JobDefinition {
	readonly type: JobType;
	/** What one job is called in labels and messages, e.g. "audience overlap". */
	readonly noun: string;
	readonly submit: Endpoint;
	readonly get: Endpoint;
	/** Where the rows are when `get` returns the state only. */
	readonly results?: Endpoint;
	/** Comments that can be fetched along with the finished result. */
	readonly comments?: Endpoint;
	/** Whether the result is a list, one item per row and read page by page. */
	readonly rows?: boolean;
	/** A screening: its result has a rating of the risk and a count of what was flagged. */
	readonly hasRiskRating?: boolean;
	/** Whether all rows are wanted unless the user says otherwise. */
	readonly returnAllByDefault?: boolean;
}

/** Nothing of it is sent unless the user fills it in. */
export interface CommonFields {
	/** In the form itself. */
	readonly main: readonly Field[];
	/** Under "Add Field". */
	readonly more: readonly Field[];
}

export interface NamedOperation {
	readonly value: string;
	readonly name: string;
	readonly action: string;
	readonly description: string;
}

/** Works on the input items alone: it sends nothing, and needs no credential. */
export interface LocalOperation extends NamedOperation {
	readonly kind: 'report' | 'contract';
}

interface CommonOperation extends NamedOperation {
	readonly endpoint: Endpoint;
	/** Fields that services of this kind commonly take: in the body, or in the query of a GET. */
	readonly fields: CommonFields;
	/** The response may be a document, as bytes or behind a link. */
	readonly document?: boolean;
	/** The rows are words of a dictionary: there is nothing to simplify. */
	readonly dictionary?: boolean;
	/** The request makes sense without any field. */
	readonly mayBeEmpty?: boolean;
	/** Creates something under a name that may occur twice: equal requests are all sent. */
	readonly createsNamed?: boolean;
}

/** `call` sends one request and gives one item, `list` reads rows over pages. */
export interface RequestOperation extends CommonOperation {
	readonly kind: 'call' | 'list';
	/** The job type whose ID is in the path, or whose job the response starts: items get `job.id`. */
	readonly of?: JobType;
}

/** A step of a job. */
export interface JobOperation extends CommonOperation {
	readonly kind: 'submit' | 'get' | 'submitAndWait';
	readonly job: JobDefinition;
}

/** What calls the service. */
export type EndpointOperation = RequestOperation | JobOperation;

export type Operation = EndpointOperation | LocalOperation;

export type OperationKind = Operation['kind'];

export interface Resource {
	readonly value: string;
	readonly name: string;
	/** Without a verb: n8n's AI builder shows it as the heading of each operation. */
	readonly about: string;
	/** Label of the id field, e.g. "Screening ID". */
	readonly idLabel?: string;
	/** Where the id can be picked from. */
	readonly idPicker?: Picker;
	readonly operations: readonly Operation[];
}

/** The resources of a node, most wanted first: n8n's panel keeps this order. */
export type NodeCatalogue = readonly Resource[];

export function callsService(operation: Operation): operation is EndpointOperation {
	return operation.kind !== 'report' && operation.kind !== 'contract';
}

export function commonFields({ fields }: EndpointOperation): readonly Field[] {
	return [...fields.main, ...fields.more];
}

export function needsId(operation: Operation): boolean {
	return callsService(operation) && operation.endpoint.path.includes('{id}');
}

/** Whether the ID is that of a job, which items of a job carry as `job.id`. */
export function takesJobId(operation: Operation): boolean {
	return (
		needsId(operation) && ('job' in operation || ('of' in operation && operation.of !== undefined))
	);
}

export function sendsBody(operation: Operation): boolean {
	return callsService(operation) && operation.endpoint.method !== 'GET';
}

/** Whether it changes things of a job that fields name. */
export function changesContent(operation: Operation): operation is RequestOperation {
	return operation.kind === 'call' && needsId(operation) && commonFields(operation).length > 0;
}

/** Prices are not documented: only reads are known to be free. */
export function isCharged({ method }: Pick<Endpoint, 'method'>): boolean {
	return method !== 'GET';
}

export function mayBeCharged(operation: Operation): boolean {
	return callsService(operation) && isCharged(operation.endpoint);
}

/** The job whose result the operation reads. */
export function jobToRead(operation: Operation): JobDefinition | undefined {
	return operation.kind === 'get' || operation.kind === 'submitAndWait' ? operation.job : undefined;
}

/** Whether the operation reads rows, so that Return All and Limit apply. */
export function readsRows(operation: Operation): boolean {
	return operation.kind === 'list' || jobToRead(operation)?.rows === true;
}

/** Whether all rows are wanted unless the user says otherwise. */
export function wantsAllRows(operation: Operation): boolean {
	return 'job' in operation && operation.job.returnAllByDefault === true;
}

export function findOperation(catalogue: NodeCatalogue, resource: string, operation: string) {
	const operations = catalogue.find(({ value }) => value === resource)?.operations;
	return operations?.find(({ value }) => value === operation);
}
