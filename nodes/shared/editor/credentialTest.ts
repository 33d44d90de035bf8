import type {
	ICredentialsDecrypted,
	ICredentialTestFunctions,
	INodeCredentialTestResult,
} from 'n8n-workflow';

import { readContract } from '../plan/parse';
import { asFailure } from '../failure/Failure';
import { createTestHttpClient, tokenAdvice } from '../transport/httpClient';
import { createRedact } from '../transport/redact';
import { withoutTags } from '../values/escape';
import { textOf } from '../values/text';
import { connect } from './openService';

const HEALTH_CHECK = { method: 'GET', path: '/dictionary/languages' } as const;
const LIMITS = { timeoutMs: 10_000, maxBytes: 4 * 1024 * 1024 };

/** Tests the URL and the token, and returns a message that says what to do. */
export async function testCredential(
	context: ICredentialTestFunctions,
	{ data = {} }: ICredentialsDecrypted,
	endpoints?: ReadonlySet<string>,
): Promise<INodeCredentialTestResult> {
	if (textOf(data.apiToken).trim() === '') return failed('The credential has no API Token');
	try {
		readContract(data, createRedact(data.apiToken), endpoints);
		const service = connect(createTestHttpClient(context, data), data, LIMITS);
		const { content } = await service.read({ endpoint: HEALTH_CHECK, query: [] });
		return content.kind === 'data'
			? { status: 'OK', message: 'The service accepted the token' }
			: failed(
					"The server does not respond like the service. Check the host and path of 'Base URL'",
				);
	} catch (error) {
		const { kind, message, description = '', status } = asFailure(error).details;
		// Of requests, other advice is about items and options, which do not exist here.
		const isOfUse = kind === 'input' || kind === 'unexpected' || /credential/.test(description);
		const advice = (status === 401 && tokenAdvice(data.apiToken)) || (isOfUse && description);
		return failed([message, advice].filter(Boolean).join('. '));
	}
}

function failed(message: string): INodeCredentialTestResult {
	return { status: 'Error', message: withoutTags(message) };
}
