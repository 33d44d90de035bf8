import type {
	ICredentialDataDecryptedObject,
	ICredentialsExpressionResolveValues,
	ICredentialType,
	IExecuteData,
	IHttpRequestOptions,
	INodeCredentialsDetails,
	INodeParameters,
	INodeProperties,
	IRequestOptionsSimplified,
	IWorkflowExecuteAdditionalData,
	WorkflowExecuteMode,
} from 'n8n-workflow';
import { deepCopy, ICredentialsHelper, NodeHelpers } from 'n8n-workflow';
import { getAdditionalKeys } from 'n8n-core';

interface StoredCredential {
	type: ICredentialType;
	data: ICredentialDataDecryptedObject;
}

/** n8n adds these to every credential type; they are no properties of the type itself. */
const ADDED_BY_N8N = ['allowedHttpRequestDomains', 'allowedDomains'];

/**
 * n8n's credentials helper without its database: defaults are filled in, expressions in the stored
 * values are resolved, and the type's `authenticate` is applied, in the same order as in n8n.
 */
export class InMemoryCredentials extends ICredentialsHelper {
	private readonly types = new Map<string, ICredentialType>();

	private readonly stored = new Map<string, StoredCredential>();

	/** How often a credential was read: n8n reads (and decrypts) it for each request. */
	reads = 0;

	store(credential: StoredCredential): INodeCredentialsDetails {
		const id = `credential-${this.stored.size + 1}`;
		this.types.set(credential.type.name, credential.type);
		this.stored.set(id, credential);
		return { id, name: credential.type.displayName };
	}

	private typeNamed(name: string): ICredentialType {
		const type = this.types.get(name);
		if (!type) throw new Error(`Unknown credential type "${name}"`);
		return type;
	}

	getParentTypes(name: string): string[] {
		return this.types.get(name)?.extends ?? [];
	}

	isCredentialUsableByNode(): boolean {
		return true;
	}

	getCredentialsProperties(type: string): INodeProperties[] {
		return this.typeNamed(type).properties;
	}

	async getDecrypted(
		additionalData: IWorkflowExecuteAdditionalData,
		nodeCredentials: INodeCredentialsDetails,
		type: string,
		mode: WorkflowExecuteMode,
		executeData?: IExecuteData,
		raw?: boolean,
		resolve?: ICredentialsExpressionResolveValues,
	): Promise<ICredentialDataDecryptedObject> {
		this.reads++;
		const stored = this.stored.get(nodeCredentials.id ?? '');
		if (stored?.type.name !== type) {
			throw new Error(
				`Credential with ID "${nodeCredentials.id}" does not exist for type "${type}".`,
			);
		}
		// A new copy each time, as from the database: what one reader changes, no other sees.
		const original = deepCopy(stored.data);
		if (raw) return original;

		const data = NodeHelpers.getNodeParameters(
			stored.type.properties,
			original as INodeParameters,
			true,
			false,
			null,
			null,
		) as ICredentialDataDecryptedObject;
		for (const name of ADDED_BY_N8N) {
			if (original[name] !== undefined) data[name] = original[name];
		}
		if (!resolve) return data;

		return resolve.workflow.expression.getParameterValue(
			data as INodeParameters,
			resolve.runExecutionData,
			resolve.runIndex,
			resolve.itemIndex,
			resolve.node.name,
			resolve.connectionInputData,
			mode,
			getAdditionalKeys(additionalData, mode, null, { isCredential: true }),
			executeData,
			false,
			data as INodeParameters,
		) as ICredentialDataDecryptedObject;
	}

	async authenticate(
		credentials: ICredentialDataDecryptedObject,
		typeName: string,
		options: IHttpRequestOptions | IRequestOptionsSimplified,
	): Promise<IHttpRequestOptions> {
		const { authenticate } = this.typeNamed(typeName);
		if (typeof authenticate !== 'function') throw new Error(`${typeName} has no function for it`);
		return await authenticate(credentials, options as IHttpRequestOptions);
	}

	// The rest serves credentials that renew themselves, which a plain token never does.

	async preAuthentication(): Promise<undefined> {
		return undefined;
	}

	async runPreAuthentication(): Promise<undefined> {
		return undefined;
	}

	async getCredentials(): Promise<never> {
		throw new Error('Stored credentials are read with getDecrypted');
	}

	async updateCredentials(): Promise<void> {}

	async updateCredentialsOauthTokenData(): Promise<void> {}
}
