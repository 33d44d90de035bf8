import type {
	ICredentialsDecrypted,
	ICredentialTestFunctions,
	INodeCredentialTestResult,
	INodeType,
} from 'n8n-workflow';

/** What the editor asks of a node while somebody fills it in. Each loads its code with its first use. */
export function editorMethods(): NonNullable<INodeType['methods']> {
	return {
		credentialTest: {
			async testCreatorIntelligenceApi(
				this: ICredentialTestFunctions,
				credential: ICredentialsDecrypted,
			): Promise<INodeCredentialTestResult> {
				const { testCredential } = await import('./credentialTest');
				return await testCredential(this, credential);
			},
		},
	};
}
