import type { IDataObject } from 'n8n-workflow';

import type { Endpoint } from '../catalogue/types';
import type { JobState } from '../recognition/stateWords';

export const CONTRACT_VERSION = 1;

/** Dotted paths in a response; the first that holds a value counts. '' is the body, `headers.` leads to a header. */
export type Paths = readonly string[];

export const PLACES = ['id', 'reason', 'rows', 'link', 'rating', 'count', 'cost'] as const;
export type PlaceName = (typeof PLACES)[number];

export const STATES = ['pending', 'finished', 'failed'] as const satisfies JobState[];

/** Words by what they mean. A word under both `finished` and `failed` means a failure where the response has a reason. */
export interface StatePlan extends Readonly<Record<JobState, readonly string[]>> {
	readonly path: Paths;
	/** A number below 100 % means that the job is running, and so does a time that is null. */
	readonly progress?: Paths;
	/** What a response means that has content, and no word at any of the paths. */
	readonly none?: JobState;
}

export const SCHEMES = ['none', 'cursor', 'nextUrl', 'offset', 'page'] as const;

export interface NextPlan {
	readonly scheme: (typeof SCHEMES)[number];
	/** Of the cursor or the link. */
	readonly path?: Paths;
	/** The request's field for the cursor, the offset or the page. */
	readonly name?: string;
	/** The request's field for the number of rows. */
	readonly size?: string;
	readonly first?: number;
	/** Where the response counts all rows or all pages, and where it says whether there are more, or this is the last. */
	readonly total?: Paths;
	readonly pages?: Paths;
	readonly more?: Paths;
	readonly last?: Paths;
}

/** How the responses of one endpoint are read, and how its fields are called. */
export interface Plan extends Readonly<Partial<Record<PlaceName, Paths>>> {
	readonly state?: StatePlan;
	readonly next?: NextPlan;
	/** The form's name of a field, and the service's. */
	readonly fields?: Readonly<Record<string, string>>;
}

/** By endpoint: see `endpointLabel`. */
export type Plans = ReadonlyMap<string, Plan>;

/** The plans that the user pinned in the credential. */
export interface Contract {
	readonly plans: Plans;
	/** Whether a response that differs is an error. */
	readonly strict: boolean;
	/** From the service's OpenAPI document, once it has been read. */
	described?: (endpoint: Endpoint) => Plan;
}

export const endpointLabel = ({ method, path }: Endpoint): string => `${method} ${path}`;

/** Entries of the contract override those of the document. */
export function planFor(contract: Contract | undefined, endpoint: Endpoint): Plan {
	return { ...contract?.described?.(endpoint), ...contract?.plans.get(endpointLabel(endpoint)) };
}

/** As a user reads and writes it: one path or word stands alone, and an empty list is left out. */
export function toDocument(plans: Plans): IDataObject & { endpoints: IDataObject } {
	const document = { version: CONTRACT_VERSION, endpoints: Object.fromEntries(plans) };
	const text = JSON.stringify(document, (_, value: unknown) => {
		if (!Array.isArray(value) || value.length > 1) return value;
		return value[0] as unknown;
	});
	return JSON.parse(text) as ReturnType<typeof toDocument>;
}

/** The name that the service has for a field of the form; a name pins all that is nested in it. */
export function renamed(name: string, fields: Plan['fields'] = {}): string {
	for (let end = name.length; end > 0; end = name.lastIndexOf('.', end - 1)) {
		const head = name.slice(0, end);
		if (Object.hasOwn(fields, head)) return `${fields[head]}${name.slice(end)}`;
	}
	return name;
}
