import type { Endpoint } from '../catalogue/types';
import type { Content, ServiceResponse } from '../http/types';
import { findCost } from '../recognition/cost';
import { findJobId } from '../recognition/jobId';
import { readState } from '../recognition/jobState';
import { findLink } from '../recognition/link';
import { readPageInfo, type PageResponse } from '../recognition/pageInfo';
import { findFlaggedCount, findRating } from '../recognition/rating';
import { findRows } from '../recognition/rows';
import type { JobOverrides } from '../recognition/stateWords';

/** A response, and what is certain about it before it is read. */
export interface Subject {
	content: Content;
	response: ServiceResponse;
	endpoint: Endpoint;
	overrides: JobOverrides;
}

export type StateOptions = Parameters<typeof readState>[3];

/**
 * What recognition finds in a response that no plan describes. Each is called only where the options and
 * the contract say nothing, except `cost`: no plan describes what is left of the account's credits.
 */
export const propose = {
	id: ({ content, response, endpoint, overrides }: Subject) =>
		findJobId(content, response, overrides, { submittedTo: endpoint.path }),
	/** Also reads the word at 'State Path': recognition knows what words mean. */
	state: ({ content, response, overrides }: Subject, options?: StateOptions) =>
		readState(content, response, overrides, options),
	rows: (subject: Subject) => findRows(dataOf(subject), subject.endpoint.path),
	link: (subject: Subject) => findLink(dataOf(subject)),
	rating: (subject: Subject) => findRating(dataOf(subject)),
	count: (subject: Subject) => findFlaggedCount(dataOf(subject)),
	next: (page: PageResponse) => readPageInfo(page),
	cost: (subject: Subject) => findCost(dataOf(subject), subject.response.headers),
};

const dataOf = ({ content }: Subject): unknown =>
	content.kind === 'data' ? content.value : undefined;
