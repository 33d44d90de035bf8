import {
	NodeOperationError,
	type ILoadOptionsFunctions,
	type INode,
	type INodeListSearchResult,
} from 'n8n-workflow';

import type { Picker } from '../catalogue/fields';
import { runInSlices } from '../clock';
import { asFailure, Failure } from '../failure/Failure';
import { readOnePage, type Bookmark } from '../lists/readPages';
import { DICTIONARIES, type Dictionary } from '../pickers/dictionaries';
import { fitting, toEntries } from '../pickers/entries';
import type { RequestDraft } from '../request/draft';
import { withoutTags } from '../values/escape';
import { parseJsonText } from '../values/json';
import { isRecord } from '../values/records';
import { openService } from './openService';

const LIMITS = { timeoutMs: 8_000, maxBytes: 4 * 1024 * 1024 };

export async function searchDictionary(
	context: ILoadOptionsFunctions,
	picker: Picker,
	filter = '',
	paginationToken?: string,
): Promise<INodeListSearchResult> {
	const dictionary = DICTIONARIES[picker];
	try {
		const { service } = await openService(context, LIMITS);
		const draft = draftFor(dictionary, filter.trim());
		const page = await readOnePage({ service, draft, from: readBookmark(paginationToken) });
		if (page === undefined) {
			const message = `The response to GET ${dictionary.path} contains no list`;
			throw new Failure({ kind: 'response', message });
		}
		const entries = await runInSlices(toEntries(page.rows, dictionary));
		return {
			results: fitting(entries, { filter, dictionary }),
			paginationToken: page.next === undefined ? undefined : JSON.stringify(page.next),
		};
	} catch (error) {
		throw toMessage(context.getNode(), error, dictionary);
	}
}

function draftFor({ path, searchName }: Dictionary, filter: string): RequestDraft {
	const isSearched = searchName !== undefined && filter !== '';
	const query = isSearched ? [{ name: searchName, value: filter }] : [];
	return { endpoint: { method: 'GET', path }, query };
}

/** From the browser, so it leads to no other host than that of the service (`readOnePage`). */
function readBookmark(token: string | undefined): Bookmark | undefined {
	const parsed = token === undefined ? undefined : parseJsonText(token);
	return parsed?.ok === true && isBookmark(parsed.value) ? parsed.value : undefined;
}

const isBookmark = (value: unknown): value is Bookmark =>
	isRecord(value) && isRecord(value.step) && typeof value.path === 'string';

/** The list may be out of reach for this token: typing works without it. The editor shows the message alone. */
function toMessage(node: INode, error: unknown, { typed }: Dictionary): NodeOperationError {
	const { message, description } = asFailure(error).details;
	const instead = `To enter a value without the list, choose '${typed}' on the left`;
	return new NodeOperationError(node, withoutTags(`${message}. ${instead}`), {
		description: withoutTags(description ?? ''),
	});
}
