import type { INodeParameters } from 'n8n-workflow';

import { CreatorSearch } from '../../nodes/CreatorSearch/CreatorSearch.node';
import { SocialBackgroundCheck } from '../../nodes/SocialBackgroundCheck/SocialBackgroundCheck.node';
import { runNode, type RunNodeOptions, type RunResult } from '../engine/engine';

export const TOKEN = 'test-token-1234567890';

type Options = Omit<RunNodeOptions, 'node' | 'parameters' | 'credentials'> & {
	/** Node parameters beside resource and operation. */
	parameters?: INodeParameters;
	token?: string;
};

const runner =
	(node: () => RunNodeOptions['node'], resource: string, operation: string, usual = {}) =>
	async (
		baseUrl: string,
		{ parameters, token = TOKEN, ...options }: Options = {},
	): Promise<RunResult> =>
		await runNode({
			...options,
			node: node(),
			parameters: { resource, operation, ...usual, ...parameters },
			credentials: { baseUrl, apiToken: token },
		});

const creatorSearch = () => new CreatorSearch();
const backgroundCheck = () => new SocialBackgroundCheck();

/** A request without any field is rejected. */
const SOMEBODY = { identifier: 'somebody' };

/** One GET without an id. */
export const getProfile = runner(creatorSearch, 'profile', 'get', SOMEBODY);
/** One POST. */
export const getContact = runner(creatorSearch, 'contact', 'get', SOMEBODY);
/** One POST for each item: equal ones would be sent once. */
export const getContacts = runner(creatorSearch, 'contact', 'get', {
	identifier: '=somebody-{{ $itemIndex }}',
});
/** A list by POST. */
export const searchCreators = runner(creatorSearch, 'creator', 'search', { followerCountMin: 1 });
/** A list by GET. */
export const getBrands = runner(creatorSearch, 'dictionary', 'getBrands');
/** One GET with an id. */
export const getCriteria = runner(backgroundCheck, 'flaggingCriteria', 'get');
/** A document by POST. */
export const generateReport = runner(backgroundCheck, 'screening', 'generateReport');
