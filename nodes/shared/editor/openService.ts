import type { ILoadOptionsFunctions } from 'n8n-workflow';

import { rethrow } from '../failure/Failure';
import { parseBaseUrl } from '../http/baseUrl';
import { ONE_TRY } from '../operations/serviceDocument';
import { Service } from '../Service';
import {
	createHttpClient,
	CREDENTIAL_TYPE,
	type CredentialData,
	type HttpClient,
	type Limits,
	noCredential,
} from '../transport/httpClient';
import { createRedact } from '../transport/redact';
import { Transport } from '../transport/Transport';

export async function openService(context: ILoadOptionsFunctions, limits: Limits) {
	const credential = await context
		.getCredentials<CredentialData>(CREDENTIAL_TYPE)
		.catch(() => rethrow(noCredential()));
	const service = connect(createHttpClient(context, credential), credential, limits);
	return { service, credential };
}

export function connect(client: HttpClient, credential: CredentialData, limits: Limits): Service {
	const baseUrl = parseBaseUrl(credential.baseUrl, createRedact(credential.apiToken));
	const sender = new Transport(client).sender({ ...ONE_TRY, ...limits });
	return new Service(baseUrl, sender, 'auto');
}
