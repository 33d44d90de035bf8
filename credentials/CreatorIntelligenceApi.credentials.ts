import type {
	ICredentialDataDecryptedObject,
	ICredentialType,
	Icon,
	IHttpRequestOptions,
	INodeProperties,
} from 'n8n-workflow';

import { parseBaseUrl } from '../nodes/shared/http/baseUrl';
import { DOCUMENT_LABEL } from '../nodes/shared/schema/document';
import { authorization } from '../nodes/shared/transport/httpClient';

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
			description: 'The URL of the service, including its path if it has one',
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
		{
			displayName: DOCUMENT_LABEL,
			name: 'openApiUrl',
			type: 'string',
			default: '',
			placeholder: 'e.g. /openapi.json',
			description:
				"Optional: the URL of the service's OpenAPI document, as JSON. A path relative to Base URL, or a full URL on the same host. Nodes then offer its fields, and read responses as it describes them.",
		},
		{
			displayName: 'Response Contract',
			name: 'responseContract',
			type: 'string',
			typeOptions: { rows: 6 },
			default: '',
			placeholder: 'e.g. { "version": 1, "endpoints": { ... } }',
			description:
				'Optional: JSON that describes the responses. To create it, use Contract: Create of Creator Search.',
		},
		{
			displayName: 'Strict Contract',
			name: 'strictContract',
			type: 'boolean',
			default: false,
			description:
				'Whether a response that differs from the contract is an error. If off, nodes recognise what differs and add a hint.',
		},
	];

	async authenticate(
		credentials: ICredentialDataDecryptedObject,
		request: IHttpRequestOptions,
	): Promise<IHttpRequestOptions> {
		return await Promise.resolve(withToken(credentials, request));
	}
}

/** Adds the token. Throws if the base URL is invalid, before anything is sent. */
function withToken(
	credentials: ICredentialDataDecryptedObject,
	request: IHttpRequestOptions,
): IHttpRequestOptions {
	parseBaseUrl(credentials.baseUrl);
	return {
		...request,
		headers: { ...request.headers, ...authorization(credentials.apiToken) },
		// Otherwise n8n would send the token to the target of a redirect.
		sendCredentialsOnCrossOriginRedirect: false,
	};
}
