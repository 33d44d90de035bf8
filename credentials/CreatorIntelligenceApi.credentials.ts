import type {
	ICredentialDataDecryptedObject,
	ICredentialTestRequest,
	ICredentialType,
	Icon,
	IHttpRequestOptions,
	INodeProperties,
} from 'n8n-workflow';

import { parseBaseUrl } from '../nodes/shared/http/baseUrl';
import { textOf } from '../nodes/shared/values/text';

export class CreatorIntelligenceApi implements ICredentialType {
	name = 'creatorIntelligenceApi';

	displayName = 'Creator Intelligence API';

	icon: Icon = {
		light: 'file:../icons/creatorIntelligence.svg',
		dark: 'file:../icons/creatorIntelligence.dark.svg',
	};

	documentationUrl =
		'https://github.com/creator-intelligence/n8n-nodes-creator-intelligence/blob/HEAD/docs/credential.md';

	properties: INodeProperties[] = [
		{
			displayName: 'Base URL',
			name: 'baseUrl',
			type: 'string',
			default: '',
			required: true,
			placeholder: 'e.g. https://api.example.com/v1',
			description: 'The address of the service, with its path if it has one',
		},
		{
			displayName: 'API Token',
			name: 'apiToken',
			type: 'string',
			typeOptions: { password: true },
			default: '',
			required: true,
			description: 'The token alone, without "Bearer" or another prefix',
		},
	];

	async authenticate(
		credentials: ICredentialDataDecryptedObject,
		request: IHttpRequestOptions,
	): Promise<IHttpRequestOptions> {
		return await Promise.resolve(withToken(credentials, request));
	}

	test: ICredentialTestRequest = {
		request: {
			baseURL: '={{ $credentials.baseUrl.trim() }}',
			url: '/dictionary/languages',
		},
	};
}

/** The header is the token alone. A bad base URL is named here, so that the test shows it too. */
function withToken(
	credentials: ICredentialDataDecryptedObject,
	request: IHttpRequestOptions,
): IHttpRequestOptions {
	parseBaseUrl(credentials.baseUrl);
	const token = textOf(credentials.apiToken).trim();
	return {
		...request,
		headers: { ...request.headers, Authorization: token },
		// n8n would take the token along to wherever the test of the credential is redirected.
		sendCredentialsOnCrossOriginRedirect: false,
	};
}
