import { ExecutionLifecycleHooks, ExternalSecretsProxy } from 'n8n-core';
import type {
	ICredentialsHelper,
	IWorkflowBase,
	IWorkflowExecuteAdditionalData,
	WorkflowExecuteMode,
} from 'n8n-workflow';

import { Container } from './services';

const BASE_URL = 'http://localhost:5678/';

const absent = (what: string) => async (): Promise<never> => {
	throw new Error(`${what} is not part of the harness`);
};

interface Options {
	base: IWorkflowBase;
	credentialsHelper: ICredentialsHelper;
	mode: WorkflowExecuteMode;
	executionId?: string;
	/** Receives what a node sends to the browser of the user who runs the workflow. */
	sendDataToUI?: IWorkflowExecuteAdditionalData['sendDataToUI'];
}

/** What n8n's server hands to the engine with the workflow. */
export function createAdditionalData(
	options: Options,
): IWorkflowExecuteAdditionalData & { hooks: ExecutionLifecycleHooks } {
	const { base, credentialsHelper, mode, executionId = '', sendDataToUI } = options;
	return {
		credentialsHelper,
		executionId,
		workflowId: base.id,
		hooks: new ExecutionLifecycleHooks(mode, executionId, base),
		sendDataToUI,
		externalSecretsProxy: Container.get(ExternalSecretsProxy),
		currentNodeExecutionIndex: 0,
		variables: {},
		restApiUrl: `${BASE_URL}rest`,
		instanceBaseUrl: BASE_URL,
		formBaseUrl: `${BASE_URL}form`,
		formWaitingBaseUrl: `${BASE_URL}form-waiting`,
		formTestBaseUrl: `${BASE_URL}form-test`,
		webhookBaseUrl: `${BASE_URL}webhook`,
		webhookWaitingBaseUrl: `${BASE_URL}webhook-waiting`,
		webhookTestBaseUrl: `${BASE_URL}webhook-test`,
		mcpBaseUrl: `${BASE_URL}mcp`,
		mcpTestBaseUrl: `${BASE_URL}mcp-test`,
		logAiEvent: () => undefined,
		executeWorkflow: absent('executeWorkflow'),
		getRunExecutionData: absent('getRunExecutionData'),
		getRuntimeCredential: absent('getRuntimeCredential'),
		startRunnerTask: absent('startRunnerTask'),
	};
}
