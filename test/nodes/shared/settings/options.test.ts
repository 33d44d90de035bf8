import { commentsRelevance } from '../../../../nodes/CommentsRelevance/catalogue';
import { contentAndComments } from '../../../../nodes/ContentAndComments/catalogue';
import { creatorSearch } from '../../../../nodes/CreatorSearch/catalogue';
import {
	findOperation,
	type NodeCatalogue,
	type Operation,
} from '../../../../nodes/shared/catalogue/types';
import { propertyOf, type Options } from '../../../../nodes/shared/settings/option';
import { OPTION_GROUPS, OPTIONS } from '../../../../nodes/shared/settings/options';
import { readSettings } from '../../../../nodes/shared/settings/readSettings';
import { socialBackgroundCheck } from '../../../../nodes/SocialBackgroundCheck/catalogue';
import { socialListening } from '../../../../nodes/SocialListening/catalogue';

const SENDS =
	'dryRun explain maxConcurrency requestsPerSecond timeout maxRetries maxRetryDelay maxResponseSize';
const PAYS = 'maxPaidRequests skipProcessed processedKey retryUnsafe idempotencyHeader';
const RETURNS = 'report outputFields responseFormat binaryProperty rowsPath';
const SIMPLIFIES = 'simplify';
const PAGES = 'pagination maxPages';
const READS_STATE = 'statePath pendingStates finishedStates failedStates';
const FINDS_ID = 'idPath';
const WAITS = 'maxWait pollInterval onTimeout onFailedJob';
const DOWNLOADS = 'downloadFile';

function operation(catalogue: NodeCatalogue, resource: string, name: string): Operation {
	const found = findOperation(catalogue, resource, name);
	if (found === undefined) throw new Error(`No ${resource}.${name}`);
	return found;
}

const optionsFor = (given: Operation): string[] =>
	Object.values<Options>(OPTIONS).flatMap((group) =>
		Object.entries(group).flatMap(([name, { appliesTo }]) => (appliesTo(given) ? [name] : [])),
	);

describe('an operation has the options that can change something', () => {
	const job = [SENDS, PAYS, RETURNS, SIMPLIFIES, READS_STATE, FINDS_ID, WAITS];
	const poll = [SENDS, RETURNS, SIMPLIFIES, READS_STATE];

	it.each<[string, string, NodeCatalogue, string[]]>([
		['profile', 'get', creatorSearch, [SENDS, RETURNS, SIMPLIFIES]],
		['contact', 'get', creatorSearch, [SENDS, PAYS, RETURNS, SIMPLIFIES]],
		['dictionary', 'getBrands', creatorSearch, [SENDS, RETURNS, PAGES]],
		['creator', 'search', creatorSearch, [SENDS, PAYS, RETURNS, SIMPLIFIES, PAGES]],
		['audienceOverlap', 'submit', creatorSearch, [SENDS, PAYS, READS_STATE, FINDS_ID]],
		['audienceOverlap', 'get', creatorSearch, poll],
		['audienceOverlap', 'submitAndWait', creatorSearch, job],
		['creatorExport', 'get', creatorSearch, [...poll, PAGES, DOWNLOADS]],
		['creatorExport', 'submitAndWait', creatorSearch, [...job, PAGES, DOWNLOADS]],
		['report', 'create', creatorSearch, ['report']],
		['contract', 'create', creatorSearch, []],
		['analysis', 'get', commentsRelevance, [...poll, PAGES, 'includeComments']],
		['analysis', 'submitAndWait', commentsRelevance, [...job, PAGES, 'includeComments']],
		['contentFetch', 'submitAndWait', contentAndComments, [...job, PAGES]],
		['request', 'get', socialListening, [...poll, PAGES, 'includeInsights']],
		['request', 'submitAndWait', socialListening, [...job, PAGES, 'includeInsights']],
		[
			...(['screening', 'generateReport', socialBackgroundCheck] as const),
			[SENDS, PAYS, RETURNS, SIMPLIFIES, DOWNLOADS],
		],
	])('%s: %s', (resource, name, catalogue, groups) => {
		const expected = groups.flatMap((group) => group.split(' '));
		expect(optionsFor(operation(catalogue, resource, name)).sort()).toEqual(expected.sort());
	});
});

describe('the control of an option', () => {
	const { maxWait } = OPTIONS.parameters;
	const { explain } = OPTIONS.ungrouped;

	it('has the unit in its label', () => {
		expect(propertyOf('maxWait', maxWait)).toEqual({
			displayName: 'Max Wait (Seconds)',
			name: 'maxWait',
			type: 'number',
			default: 600,
			description: 'Seconds to wait after the submission',
		});
		expect(propertyOf('explain', explain).displayName).toBe('Explain Recognition');
	});
});

describe('an option that is added', () => {
	const added = (options: Options) =>
		Object.fromEntries(
			Object.entries(options).map(([name, { control }]) => [name, control.default]),
		);
	const off = readSettings({});

	it('alone is on', () => {
		const on = { dryRun: true, skipProcessed: true, explain: true, report: 'fileAndText' };
		expect(readSettings(added(OPTIONS.ungrouped))).toEqual({ ...off, ...on });
	});

	it.each(OPTION_GROUPS)('with the group %s changes nothing', (group) => {
		expect(readSettings({ [group]: { values: added(OPTIONS[group]) } })).toEqual(off);
	});
});
