import type { IDataObject } from 'n8n-workflow';

import type { Endpoint } from '../catalogue/types';

export const CONTRACT_VERSION = 1;

export const CONTRACT_RULE = 'contract' as const;

/** Dotted places in a response, each of which may hold it: '' is the body, `headers.` leads to a header. */
export type Paths = readonly string[];

export const PATH_ENTRIES = ['id', 'reason', 'rows', 'link', 'rating', 'count', 'cost'] as const;
export type PathEntry = (typeof PATH_ENTRIES)[number];

export const STATES = ['pending', 'finished', 'failed'] as const;

/** A word under both `finished` and `failed` means a failure where the response has a reason. */
export interface StateContract
	extends Readonly<Record<(typeof STATES)[number], readonly string[]>> {
	readonly path: Paths;
}

export const SCHEMES = ['none', 'cursor', 'nextUrl', 'offset', 'page'] as const;

export interface NextPageContract {
	readonly scheme: (typeof SCHEMES)[number];
	/** Of the cursor or the link. */
	readonly path?: Paths;
	/** The request's field for the cursor, the offset or the page. */
	readonly name?: string;
	/** The request's field for the number of rows. */
	readonly size?: string;
	readonly first?: number;
	/** Where the response counts all rows or all pages. */
	readonly total?: Paths;
	readonly pages?: Paths;
}

/** How the responses of one endpoint are read, and how its fields are called. */
export interface EndpointContract extends Readonly<Partial<Record<PathEntry, Paths>>> {
	readonly state?: StateContract;
	readonly next?: NextPageContract;
	/** The form's name of a field, and the service's. */
	readonly fields?: Readonly<Record<string, string>>;
}

export type EndpointContracts = ReadonlyMap<string, EndpointContract>;

export interface Contract {
	readonly pieces: EndpointContracts;
	/** Whether a response that differs is an error. */
	readonly strict: boolean;
}

export const endpointLabel = ({ method, path }: Endpoint): string => `${method} ${path}`;

const NOTHING_PINNED: EndpointContract = {};

export function pieceFor(contract: Contract | undefined, endpoint: Endpoint): EndpointContract {
	return contract?.pieces.get(endpointLabel(endpoint)) ?? NOTHING_PINNED;
}

/** As a user reads and writes it: one path or word stands alone, and an empty list is left out. */
export function toDocument(pieces: EndpointContracts): IDataObject & { endpoints: IDataObject } {
	const document = { version: CONTRACT_VERSION, endpoints: Object.fromEntries(pieces) };
	const text = JSON.stringify(document, (_, value: unknown) => {
		if (!Array.isArray(value) || value.length > 1) return value;
		return value[0] as unknown;
	});
	return JSON.parse(text) as ReturnType<typeof toDocument>;
}

/** The name that the service has for a field of the form; a name pins all that is nested in it. */
export function renamed(name: string, fields: EndpointContract['fields'] = {}): string {
	for (let end = name.length; end > 0; end = name.lastIndexOf('.', end - 1)) {
		const head = name.slice(0, end);
		if (Object.hasOwn(fields, head)) return `${fields[head]}${name.slice(end)}`;
	}
	return name;
}
