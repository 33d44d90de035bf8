import { NodeApiError, NodeOperationError, type IExecuteFunctions } from 'n8n-workflow';

import { readContract } from '../plan/parse';
import { inputFailure, messageOf, rethrow } from '../failure/Failure';
import { parseBaseUrl } from '../http/baseUrl';
import type { Connection } from '../ledger/Call';
import type { Settings } from '../settings/readSettings';
import {
	createHttpClient,
	CREDENTIAL_TYPE,
	type CredentialData,
	noCredential,
	tokenAdvice,
} from '../transport/httpClient';
import { limiters } from '../transport/limiter/AdaptiveLimiter';
import { createRedact, type Redact } from '../transport/redact';
import { Transport } from '../transport/Transport';

/** Above this number of items, one credential may be read for all: n8n takes about 3 ms per read. */
const MAX_READ_EACH = 20;

/** A credential may hold expressions: items of different accounts share neither token nor rate limit. */
export class Connections {
	private readonly known = new Map<string, Connection>();
	private shared?: Promise<CredentialData | undefined>;

	constructor(
		private readonly context: IExecuteFunctions,
		private readonly settings: Pick<Settings, 'requestsPerSecond' | 'maxConcurrency'>,
		private readonly signal: AbortSignal,
	) {}

	async open(index: number): Promise<Connection> {
		this.shared ??= this.readShared();
		const credential = (await this.shared) ?? (await readCredential(this.context, index));
		const key = JSON.stringify(credential);
		const connection = this.known.get(key) ?? this.connect(credential);
		this.known.set(key, connection);
		return connection;
	}

	/** The credential of all items, if those of the first, the last and a non-existent item are equal. */
	private async readShared(): Promise<CredentialData | undefined> {
		const count = this.context.getInputData().length;
		if (count <= MAX_READ_EACH) return undefined;
		try {
			const [first, ...others] = await Promise.all(
				[0, count - 1, count].map(async (index) => await readCredential(this.context, index)),
			);
			const isSame = others.every((each) => JSON.stringify(each) === JSON.stringify(first));
			return isSame ? first : undefined;
		} catch {
			// An expression that reads the item fails for the non-existent one.
			return undefined;
		}
	}

	get all(): Connection[] {
		return [...this.known.values()];
	}

	private connect(credential: CredentialData): Connection {
		const redact = createRedact(credential.apiToken);
		const baseUrl = parseBaseUrl(credential.baseUrl, redact);
		const { requestsPerSecond, maxConcurrency } = this.settings;
		const limiter = limiters.of(baseUrl, credential.apiToken, maxConcurrency);
		const { signal } = this;
		const httpClient = createHttpClient(this.context, credential);
		return {
			baseUrl,
			transport: new Transport(httpClient, { requestsPerSecond, signal, limiter }),
			redact,
			tokenAdvice: tokenAdvice(credential.apiToken),
			contract: readContract(credential, redact),
			credential,
		};
	}
}

/** For errors of a run that was never opened; without a credential there is no token to hide. */
export async function tokenRedact(context: IExecuteFunctions): Promise<Redact> {
	try {
		const { apiToken } = await readCredential(context, 0);
		return createRedact(apiToken);
	} catch {
		return (text) => text;
	}
}

async function readCredential(context: IExecuteFunctions, index: number): Promise<CredentialData> {
	try {
		return await context.getCredentials<CredentialData>(CREDENTIAL_TYPE, index);
	} catch (error) {
		if (context.getNode().credentials?.[CREDENTIAL_TYPE] === undefined) throw noCredential();
		if (error instanceof NodeOperationError || error instanceof NodeApiError) rethrow(error);
		throw inputFailure(
			"The 'Creator Intelligence API' credential cannot be read",
			`n8n reports: ${messageOf(error)}. Open the credential, correct it and save it again.`,
		);
	}
}
